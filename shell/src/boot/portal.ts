import { copy } from '@portal/contracts/_kernel/copy';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import { PORTAL_VERSION, type Portal } from '@portal/mf-kit/portal';
import type { PagePortal } from '@portal/mf-kit/portalHandle';
import type { Provider } from '@portal/mf-kit/provider';
import type { PortalHistory } from '../navigation/history';
import type { SosState } from '../navigation/sosState';
import type { Unsaved } from '../navigation/unsavedInput';
import type { Notices } from '../notices/notices';
import type { PageOutbox } from '../outbox/outbox';
import { createWriter } from '../outbox/writer';
import { createPositionReader } from '../platform/geolocation';
import type { FirebaseConfig, PageConfig } from '../platform/pageData';
import type { createServerClock } from '../platform/serverClock';
import type { Changes } from '../realtime/dataChanges';
import type { RealtimeChannel } from '../realtime/realtimeChannel';
import { endSessionAndLogIn } from '../session/logInAgain';
import { createPushPermission } from '../session/pushPermission';
import type { SessionCore } from '../session/session';
import type { TraceHeaders } from '../telemetry/callTrace';
import type { createEventLog } from '../telemetry/eventLog';

const OUTBOX_MS = 1000;

export interface PortalDeps {
  config: PageConfig;
  session: SessionCore;
  history: Pick<PortalHistory, 'replace'>;
  navigate: Portal['navigate'];
  notices: Notices;
  unsavedInput: Unsaved;
  emergency: SosState;
  dataChanges: Changes;
  channel: RealtimeChannel;
  clock: ReturnType<typeof createServerClock>;
  telemetry: ReturnType<typeof createEventLog>;
  outbox: PageOutbox;
  title: (text: string) => void;
  traceCall: () => TraceHeaders;
}

/** In the chunk of the outbox, which the page loads while it has a network. */
const loadLogout = () => import(/* webpackChunkName: "outbox" */ '../session/logout').catch(() => null);

/** A call during a run gets the promise of that run. */
function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= act().finally(() => {
      running = null;
    });
    return running;
  };
}

function createLogout({ session, history, notices, telemetry, outbox }: PortalDeps): Pick<Portal['session'], 'logout' | 'logInAgain'> {
  const redirect = (to: string) => history.replace(to);
  return {
    logout: oneAtATime(async () => {
      // The question lists the waiting writes, but a slow device does not delay it further.
      await withDeadline(OUTBOX_MS, 'the outbox', outbox.read()).catch((error: Error) =>
        telemetry.report({ event: 'outbox', detail: error.message }),
      );
      const loaded = await loadLogout();
      if (!loaded) return notices.toast('error', 'Log out is not ready. Check your connection and try again.');
      const drafts = () => import(/* webpackChunkName: "outbox" */ '@portal/forms/draftStore');
      return loaded.logout({
        ...{ session, portal: notices, outbox, redirect },
        drafts: () => withDeadline(OUTBOX_MS, 'the drafts', drafts()).catch(() => null),
      });
    }),
    logInAgain: (text) => endSessionAndLogIn({ session, toast: notices.toast, redirect }, text),
  };
}

type Providers = typeof import('../session/identityProviders');

/** Runs an act of the code for identity providers, which is loaded for it, if this portal has the provider. */
export async function withProvider<Outcome>(
  provider: Provider,
  config: FirebaseConfig | null,
  act: (providers: Providers, config: FirebaseConfig) => Promise<Outcome>,
): Promise<Outcome | ReturnType<Providers['unavailableIdentity']>> {
  const providers = await import('../session/identityProviders').catch(() => null);
  if (!providers) return { kind: 'refused', message: copy.somethingWrong };
  return config?.providers.includes(provider) ? act(providers, config) : providers.unavailableIdentity(provider);
}

/** Loads the one script of google's maps with the first map; never without a key. */
export const createMaps =
  (key: string | null): Portal['maps'] =>
  async (libraries = []) => {
    const loader = key ? await import(/* webpackChunkName: "maps" */ '@portal/maps/loadMaps').catch(() => null) : null;
    return key && loader ? loader.loadMaps(key, libraries) : null;
  };

/** The page's one portal. Each mount gets a handle of it; the doc comment of `createPortalHandle` has the table of operations. */
export function createPortal(deps: PortalDeps): PagePortal {
  const { config, session, notices, unsavedInput, clock, telemetry, outbox, traceCall } = deps;
  const { invalidate, onChanged } = deps.dataChanges;
  const { firebase } = config;
  return {
    version: PORTAL_VERSION,
    config: { customerSite: config.customerSite, supportEmail: config.supportEmail, mapsKey: config.mapsKey },
    session: {
      current: session.current,
      subscribe: session.subscribe,
      begin: session.begin,
      update: session.update,
      rememberJob: session.rememberJob,
      rememberedJob: session.rememberedJob,
      canSignInWith: (provider) => firebase?.providers.includes(provider) ?? false,
      signInWith: (provider) => withProvider(provider, firebase, (providers, found) => providers.signIn(provider, found, session)),
      async connectWith(provider, password) {
        const outcome = await withProvider(provider, firebase, (providers, found) =>
          providers.connect(provider, password, { config: found, update: session.update }),
        );
        if (outcome.kind === 'connected') invalidate('guards');
        return outcome;
      },
      ...createLogout(deps),
      deviceToken: async () => (firebase ? (await import('../session/push')).deviceToken(firebase) : 'web'),
    },
    navigate: deps.navigate,
    title: deps.title,
    toast: notices.toast,
    announce: notices.announce,
    confirm: notices.confirm,
    writeAs: createWriter({
      ...{ changed: invalidate, now: clock.now, outbox, traceCall },
      guardId: () => session.current()?.guardId ?? null,
    }),
    outbox,
    dirty: unsavedInput.register,
    emergency: deps.emergency.set,
    changed: invalidate,
    onChanged,
    onEvent: deps.channel.onEvent,
    live: deps.channel.live,
    push: createPushPermission(firebase),
    ...createPositionReader(),
    now: clock.now,
    clock: { reading: clock.reading, subscribe: clock.subscribe },
    maps: createMaps(config.mapsKey),
    telemetry: telemetry.report,
  };
}
