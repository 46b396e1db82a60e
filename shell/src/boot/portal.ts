import { copy } from '@portal/contracts/_kernel/copy';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import type { PagePortal } from '@portal/mf-kit/portalHandle';
import type { ConnectOutcome, Provider, SignInOutcome } from '@portal/mf-kit/provider';
import type { PortalHistory } from '../navigation/history';
import type { Emergency } from '../navigation/sosState';
import type { Unsaved } from '../navigation/unsavedInput';
import type { Notices } from '../notices/notices';
import type { PageOutbox } from '../outbox/outbox';
import { createWriter } from '../outbox/writer';
import { createPositionReader } from '../platform/geolocation';
import { createMaps } from '../platform/maps';
import type { createServerClock } from '../platform/serverClock';
import type { Changes } from '../realtime/dataChanges';
import type { RealtimeChannel } from '../realtime/realtimeChannel';
import { logInAgain } from '../session/logInAgain';
import { createPushPermission } from '../session/pushPermission';
import type { SessionCore } from '../session/session';
import type { createEventLog } from '../telemetry/eventLog';
import type { PageConfig } from './pageData';

const OUTBOX_MS = 1000;

export interface PortalDeps {
  config: PageConfig;
  session: SessionCore;
  history: PortalHistory;
  notices: Notices;
  unsavedInput: Unsaved;
  emergency: Emergency;
  dataChanges: Changes;
  channel: RealtimeChannel;
  clock: ReturnType<typeof createServerClock>;
  telemetry: ReturnType<typeof createEventLog>;
  outbox: PageOutbox;
  title: (text: string) => void;
}

/** Arrives with the outbox, before the network is gone. */
const loadLogout = () => import(/* webpackChunkName: "outbox" */ '../session/logout');

/** Runs an act once: a call during it gets the same promise. */
function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= act().finally(() => {
      running = null;
    });
    return running;
  };
}

const createLogout = ({ session, history, notices, telemetry, outbox }: PortalDeps) =>
  oneAtATime(async () => {
    // The question lists the writes that wait, and does not wait for them.
    await withDeadline(OUTBOX_MS, 'the outbox', outbox.read()).catch((error: Error) =>
      telemetry.report({ event: 'outbox', detail: error.message }),
    );
    const loaded = await loadLogout().catch(() => null);
    if (!loaded) return notices.toast('error', 'Log out is not ready. Check your connection and try again.');
    return loaded.logout({
      session,
      portal: notices,
      outbox,
      enter: (to) => history.replace(to),
      // Loaded with the outbox, before the network is gone.
      drafts: () =>
        withDeadline(OUTBOX_MS, 'the drafts', import(/* webpackChunkName: "outbox" */ '@portal/forms/draftStore')).catch(() => null),
    });
  });

/** Puts together everything of which a page may have only one. */
export function createPortal(parts: PortalDeps): PagePortal {
  const { config, session, history, notices, unsavedInput, clock, telemetry, outbox, title } = parts;
  const { invalidate: changed, onChanged } = parts.dataChanges;
  const { firebase } = config;
  const canSignInWith = (provider: Provider) => firebase?.providers.includes(provider) ?? false;

  async function signInWith(provider: Provider): Promise<SignInOutcome> {
    const providers = await import('../session/identityProviders').catch(() => null);
    if (!providers) return { kind: 'refused', message: copy.somethingWrong };
    return firebase && canSignInWith(provider) ? providers.signIn(provider, firebase, session) : providers.unavailable(provider);
  }

  async function connectWith(provider: Provider, password?: string): Promise<ConnectOutcome> {
    const providers = await import('../session/identityProviders').catch(() => null);
    if (!providers) return { kind: 'refused', message: copy.somethingWrong };
    if (!firebase || !canSignInWith(provider)) return providers.unavailable(provider);
    const outcome = await providers.connect(provider, password, { config: firebase, update: session.update });
    if (outcome.kind === 'connected') changed('guards');
    return outcome;
  }

  const portal: PagePortal = {
    version: PORTAL_VERSION,
    config: { customerSite: config.customerSite, supportEmail: config.supportEmail, mapsKey: config.mapsKey },
    session: {
      current: session.current,
      subscribe: session.subscribe,
      begin: session.begin,
      update: session.update,
      rememberJob: session.rememberJob,
      rememberedJob: session.rememberedJob,
      canSignInWith,
      signInWith,
      connectWith,
      logout: createLogout(parts),
      logInAgain: (said) => logInAgain({ session, toast: notices.toast, enter: (to) => history.replace(to) }, said),
      deviceToken: async () => (firebase ? (await import('../session/push')).deviceToken(firebase) : 'web'),
    },
    navigate: history.navigate,
    title,
    toast: notices.toast,
    announce: notices.announce,
    confirm: notices.confirm,
    writeAs: createWriter({ changed, now: clock.now, outbox, guardId: () => session.current()?.guardId ?? null }),
    outbox,
    dirty: unsavedInput.register,
    emergency: parts.emergency.set,
    changed,
    onChanged,
    onEvent: parts.channel.onEvent,
    live: parts.channel.live,
    push: createPushPermission(firebase),
    ...createPositionReader(),
    now: clock.now,
    clock: { reading: clock.reading, subscribe: clock.subscribe },
    maps: createMaps(config.mapsKey),
    telemetry: telemetry.report,
  };
  return portal;
}
