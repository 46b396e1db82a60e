import { isForwarded } from '@portal/contracts/_kernel/mode';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Store } from '../../store/store';
import { admitRequests, refuseUnread } from '../connections';
import { COMMON_HEADERS } from '../csp';
import { noDevServers } from '../dev';
import type { LiveRegistry } from '../live-registry';
import { hostLog } from '../log';
import { serveFiles } from '../module-files';
import type { Settings } from '../settings';
import { type OpsParts, serveOps } from './ops';

/** Its cookie would not be Secure, and all people would have the proxy's address. */
const FORWARDED = 'The operations page refuses requests that a proxy forwarded. Set OPS_TRUSTED_PROXIES=1 on the portal host.';

export interface OpsHostParts {
  settings: Settings;
  store: Store;
  live: LiveRegistry;
  ops: OpsParts;
  log?: boolean;
  now?: () => number;
}

/** The operations page with its stylesheets at a separate origin, so that no module's code runs at the origin of the sign-in. */
export function createOpsServer({ settings, store, live, ops, log = true, now = Date.now }: OpsHostParts): FastifyInstance {
  const app = Fastify({
    logger: log ? hostLog() : false,
    forceCloseConnections: true,
    trustProxy: (_address, hop) => hop < settings.opsTrustedProxies,
    // As in the portal's own listener.
    http: { insecureHTTPParser: false, requireHostHeader: false },
    clientErrorHandler: refuseUnread,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS);
    if (settings.opsTrustedProxies === 0 && isForwarded(request.headers))
      return reply.code(403).type('text/plain; charset=utf-8').send(`${FORWARDED}\n`);
  });
  admitRequests(app);
  serveFiles(app, { store, live, devServers: noDevServers });
  serveOps(app, ops, { live, store, settings, now });
  return app;
}
