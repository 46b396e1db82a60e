import type { Guard } from '@portal/contracts/_kernel/guard';
import { PortalHistory } from '../navigation/history';
import { createSosState } from '../navigation/sosState';
import { createUnsavedInput } from '../navigation/unsavedInput';
import { createNotices } from '../notices/notices';
import { createOutbox } from '../outbox/outbox';
import type { FirebaseConfig } from '../platform/pageData';
import { createServerClock } from '../platform/serverClock';
import { createDataChanges } from '../realtime/dataChanges';
import { createRealtimeChannel } from '../realtime/realtimeChannel';
import { testSession } from '../session/session.fixture';
import { createEventLog } from '../telemetry/eventLog';
import { createPortal } from './portal';

export const firebase: FirebaseConfig = {
  ...{ apiKey: 'key', authDomain: 'guards.example.com', projectId: 'guards', appId: 'app', messagingSenderId: '1' },
  providers: ['google', 'facebook'],
};

/** The portal of a guard's page. `invalidated`: domains; `moves`: opened paths and toasts. */
export function openPortal(me: Guard, configured: FirebaseConfig | null = firebase) {
  const [invalidated, moves]: [string[], string[]] = [[], []];
  const session = testSession({ redirect: (to) => moves.push(to), toast: (_kind, text) => moves.push(text) });
  session.begin({ guard: me, tokens: { refresh: { token: 'mine' } } });
  moves.length = 0;
  const notices = createNotices();
  const dataChanges = createDataChanges();
  for (const domain of ['guards', 'auth', 'documents']) dataChanges.onChanged(domain, () => invalidated.push(domain));
  const { report } = createEventLog();
  const clock = createServerClock();
  const device = { session, clock, check: async () => true, isLost: () => false };
  const history = new PortalHistory({
    redirectFor: () => null,
    blocksBack: () => false,
    isDirty: () => false,
    askToLeave: async () => true,
    onMoved: ({ to }) => moves.push(to.pathname),
  });
  const portal = createPortal({
    ...{
      history,
      navigate: history.navigate,
      session,
      dataChanges,
      clock,
      channel: createRealtimeChannel(report),
      telemetry: { report, reports: [] },
    },
    config: { customerSite: '', supportEmail: '', mapsKey: null, basic: '', apiUrl: '', patience: 1, firebase: configured },
    notices,
    unsavedInput: createUnsavedInput(),
    emergency: createSosState(() => undefined),
    outbox: createOutbox({ ...device, changed: dataChanges.invalidate, telemetry: report }),
    title: () => undefined,
    traceCall: () => ({}),
  });
  return { portal, session, invalidated, moves, notices };
}
