import { copy } from '@portal/contracts/_kernel/copy';
import { PORTAL_VERSION, type Portal, type Provider, type SignInOutcome } from '@portal/mf-kit/portal';
import type { createServerClock } from '../device/clock';
import { createMaps } from '../device/maps';
import { createPositionReader } from '../device/position';
import type { Changes } from '../live/changes';
import type { PortalHistory } from '../navigation/history';
import type { Unsaved } from '../navigation/unsaved';
import type { Notices } from '../notices/notices';
import type { ShellOutbox } from '../outbox/outbox';
import { createSender } from '../outbox/sender';
import type { SessionCore } from '../session/session';
import type { createTelemetry } from '../telemetry/telemetry';
import type { PageConfig } from './page';

export interface PortalParts {
  config: PageConfig;
  session: SessionCore;
  history: PortalHistory;
  notices: Notices;
  unsaved: Unsaved;
  changes: Changes;
  clock: ReturnType<typeof createServerClock>;
  telemetry: ReturnType<typeof createTelemetry>;
  outbox: ShellOutbox;
  title: (text: string) => void;
}

/** Puts together what remotes get: everything of which a page may have only one. */
export function createPortal(parts: PortalParts): Portal {
  const { config, session, history, notices, unsaved, clock, telemetry, outbox, title } = parts;
  const { changed, onChanged } = parts.changes;
  const { firebase } = config;
  const canSignInWith = (provider: Provider) => firebase?.providers.includes(provider) ?? false;

  async function signInWith(provider: Provider): Promise<SignInOutcome> {
    const providers = await import('../session/providers').catch(() => null);
    if (!providers) return { kind: 'refused', message: copy.somethingWrong };
    return firebase && canSignInWith(provider) ? providers.signIn(provider, firebase, session.begin) : providers.unavailable(provider);
  }

  const portal: Portal = {
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
      logout: async () => {
        await outbox.read();
        return (await import('../session/logout')).logout(session, portal);
      },
      deviceToken: async () => (firebase ? (await import('../session/push')).deviceToken(firebase) : 'web'),
    },
    navigate: history.navigate,
    title,
    toast: notices.toast,
    announce: notices.announce,
    confirm: notices.confirm,
    write: createSender({ changed, now: clock.now, outbox }),
    outbox,
    dirty: unsaved.dirty,
    changed,
    onChanged,
    ...createPositionReader(),
    now: clock.now,
    maps: createMaps(config.mapsKey),
    telemetry: telemetry.report,
  };
  return portal;
}
