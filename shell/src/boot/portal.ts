import { copy } from '@portal/contracts/_kernel/copy';
import { PORTAL_VERSION } from '@portal/mf-kit/portal';
import type { ConnectOutcome, Provider, SignInOutcome } from '@portal/mf-kit/provider';
import { within } from '@portal/mf-kit/reach';
import type { PagePortal } from '@portal/mf-kit/scopedPortal';
import type { createServerClock } from '../device/clock';
import { createMaps } from '../device/maps';
import { createPositionReader } from '../device/position';
import type { Changes } from '../live/changes';
import type { Line } from '../live/line';
import type { Emergency } from '../navigation/emergency';
import type { PortalHistory } from '../navigation/history';
import type { Unsaved } from '../navigation/unsaved';
import type { Notices } from '../notices/notices';
import type { ShellOutbox } from '../outbox/outbox';
import { createSender } from '../outbox/sender';
import { logInAgain } from '../session/logInAgain';
import { createPushAccess } from '../session/pushAccess';
import type { SessionCore } from '../session/session';
import type { createTelemetry } from '../telemetry/telemetry';
import type { PageConfig } from './page';

const OUTBOX_MS = 1000;

export interface PortalParts {
  config: PageConfig;
  session: SessionCore;
  history: PortalHistory;
  notices: Notices;
  unsaved: Unsaved;
  emergency: Emergency;
  changes: Changes;
  line: Line;
  clock: ReturnType<typeof createServerClock>;
  telemetry: ReturnType<typeof createTelemetry>;
  outbox: ShellOutbox;
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

const createLogout = ({ session, history, notices, telemetry, outbox }: PortalParts) =>
  oneAtATime(async () => {
    // The question lists the writes that wait, and does not wait for them.
    await within(OUTBOX_MS, 'the outbox', outbox.read()).catch((error: Error) =>
      telemetry.report({ event: 'outbox', detail: error.message }),
    );
    const loaded = await loadLogout().catch(() => null);
    if (!loaded) return notices.toast('error', 'Log out is not ready. Check your connection and try again.');
    return loaded.logout({
      session,
      portal: notices,
      outbox,
      enter: (to) => history.enter(to),
      // Loaded with the outbox, before the network is gone.
      drafts: () => within(OUTBOX_MS, 'the drafts', import(/* webpackChunkName: "outbox" */ '@portal/forms/drafts')).catch(() => null),
    });
  });

/** Puts together everything of which a page may have only one. */
export function createPortal(parts: PortalParts): PagePortal {
  const { config, session, history, notices, unsaved, clock, telemetry, outbox, title } = parts;
  const { changed, onChanged } = parts.changes;
  const { firebase } = config;
  const canSignInWith = (provider: Provider) => firebase?.providers.includes(provider) ?? false;

  async function signInWith(provider: Provider): Promise<SignInOutcome> {
    const providers = await import('../session/providers').catch(() => null);
    if (!providers) return { kind: 'refused', message: copy.somethingWrong };
    return firebase && canSignInWith(provider) ? providers.signIn(provider, firebase, session) : providers.unavailable(provider);
  }

  async function connectWith(provider: Provider, password?: string): Promise<ConnectOutcome> {
    const providers = await import('../session/providers').catch(() => null);
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
      logInAgain: (said) => logInAgain({ session, toast: notices.toast, enter: (to) => history.enter(to) }, said),
      deviceToken: async () => (firebase ? (await import('../session/push')).deviceToken(firebase) : 'web'),
    },
    navigate: history.navigate,
    title,
    toast: notices.toast,
    announce: notices.announce,
    confirm: notices.confirm,
    writeAs: createSender({ changed, now: clock.now, outbox, guardId: () => session.current()?.guardId ?? null }),
    outbox,
    dirty: unsaved.dirty,
    emergency: parts.emergency.say,
    changed,
    onChanged,
    onEvent: parts.line.onEvent,
    live: parts.line.live,
    push: createPushAccess(firebase),
    ...createPositionReader(),
    now: clock.now,
    clock: { reading: clock.reading, subscribe: clock.subscribe },
    maps: createMaps(config.mapsKey),
    telemetry: telemetry.report,
  };
  return portal;
}
