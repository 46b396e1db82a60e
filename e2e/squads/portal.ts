import { installClient } from '@portal/api-client/call';
import { createTransport } from '@portal/api-client/transport';
import { PORTAL_VERSION, type Portal } from '@portal/mf-kit/portal';
import type { PageSettings } from './pageSettings';

const nothing = () => undefined;
const go = (to: string) => window.location.assign(to);

/** The minimum portal context that a remote needs: it reads as the logged-in guard, and this page accepts no writes. */
export function createPlainPortal({ login, basic }: PageSettings): Portal {
  const session = { guardId: login.guard.id, guard: login.guard };
  installClient(createTransport({ baseUrl: '', basic, token: () => login.tokens.refresh.token, onUnauthorised: nothing }));
  return {
    version: PORTAL_VERSION,
    config: { customerSite: '', supportEmail: '', mapsKey: null },
    session: {
      current: () => session,
      subscribe: () => nothing,
      begin: nothing,
      update: nothing,
      logout: async () => undefined,
      rememberJob: nothing,
      rememberedJob: () => null,
      signInWith: async () => ({ kind: 'dismissed' }),
      canSignInWith: () => false,
      deviceToken: async () => 'web',
    },
    navigate: go,
    title: nothing,
    toast: nothing,
    announce: nothing,
    confirm: async () => false,
    write: async () => ({ ok: false, error: { code: 0, message: 'No writes here', userMessage: 'No writes here', fields: {} } }),
    dirty: () => nothing,
    changed: nothing,
    onChanged: () => nothing,
    lastPosition: () => null,
    position: async () => null,
    now: () => new Date(),
    maps: async () => null,
    telemetry: nothing,
  };
}
