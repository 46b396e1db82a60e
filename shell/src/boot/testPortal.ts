import type { Guard } from '@portal/contracts/_kernel/guard';
import { createServerClock } from '../device/clock';
import { createChanges } from '../live/changes';
import { createLine } from '../live/line';
import { createEmergency } from '../navigation/emergency';
import { PortalHistory } from '../navigation/history';
import { createUnsaved } from '../navigation/unsaved';
import { createNotices } from '../notices/notices';
import { createOutbox } from '../outbox/outbox';
import { testSession } from '../session/testSession';
import { createTelemetry } from '../telemetry/telemetry';
import type { FirebaseConfig } from './page';
import { createPortal } from './portal';

export const firebase: FirebaseConfig = {
  ...{ apiKey: 'key', authDomain: 'guards.example.com', projectId: 'guards', appId: 'app', messagingSenderId: '1' },
  providers: ['google', 'facebook'],
};

/** The portal of a page where this guard is logged in, with the changed domains and the paths that it opened. */
export function openPortal(me: Guard, configured: FirebaseConfig | null = firebase) {
  const [heard, moves]: [string[], string[]] = [[], []];
  const session = testSession({ enter: (to) => moves.push(to), toast: (_kind, text) => moves.push(text) });
  session.begin({ guard: me, tokens: { refresh: { token: 'mine' } } });
  moves.length = 0;
  const notices = createNotices();
  const changes = createChanges();
  for (const domain of ['guards', 'auth', 'documents']) changes.onChanged(domain, () => heard.push(domain));
  const { report } = createTelemetry();
  const clock = createServerClock();
  const device = { session, clock, check: async () => true, isLost: () => false };
  const portal = createPortal({
    ...{ session, changes, clock, line: createLine(report), telemetry: { report, reports: [] } },
    config: { customerSite: '', supportEmail: '', mapsKey: null, basic: '', apiUrl: '', patience: 1, firebase: configured },
    history: new PortalHistory({
      admit: () => null,
      isTrapped: () => false,
      isDirty: () => false,
      askToLeave: async () => true,
      onMoved: ({ to }) => moves.push(to.pathname),
    }),
    notices,
    unsaved: createUnsaved(),
    emergency: createEmergency(() => undefined),
    outbox: createOutbox({ ...device, changed: changes.changed, telemetry: report }),
    title: () => undefined,
  });
  return { portal, session, heard, moves, notices };
}
