import Fastify, { type FastifyInstance } from 'fastify';
import type { Store } from '../../store';
import { COMMON_HEADERS } from '../csp';
import { noDevServers } from '../dev';
import { serveFiles } from '../files';
import type { Live } from '../live';
import { hostLog } from '../log';
import type { Settings } from '../settings';
import { type OpsParts, serveOps } from './ops';

export interface OpsHostParts {
  settings: Settings;
  store: Store;
  live: Live;
  ops: OpsParts;
  log?: boolean;
  now?: () => number;
}

/** The operations page at an origin of its own, with the stylesheets that it shows: no module's code runs where it is signed in to. */
export function createOpsHost({ settings, store, live, ops, log = true, now = Date.now }: OpsHostParts): FastifyInstance {
  const app = Fastify({ logger: log ? hostLog() : false, forceCloseConnections: true });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(COMMON_HEADERS);
  });
  serveFiles(app, store, noDevServers);
  serveOps(app, ops, { live, store, settings, now });
  return app;
}
