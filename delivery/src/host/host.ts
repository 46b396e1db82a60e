import { join } from 'node:path';
import { FORWARDED_REFUSAL, isForwarded } from '@portal/contracts/_kernel/mode';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Desk } from '../desk';
import type { Healing } from '../health/watch';
import type { Store } from '../store';
import { openCandidates } from './candidates';
import { admitRequests, refuseUnread } from './connections';
import { openContent } from './content';
import { COMMON_HEADERS } from './csp';
import { noDevServers, serveDevServers } from './dev';
import { serveRegistry } from './events';
import { serveFiles } from './files';
import { finishCalls } from './finish';
import { openFragments } from './fragments';
import { serveHealth } from './health';
import { urlOf } from './html';
import { openSheets } from './inlined';
import { serveInstall } from './install';
import type { Live, Snapshot } from './live';
import { hostLog } from './log';
import { type OpsParts, serveOps } from './ops/ops';
import { openOverrides } from './overrides';
import { servePages } from './pages';
import { serveProbes } from './probes';
import { proxyApi } from './proxy';
import { readableUrl } from './readable';
import { refuse } from './refusal';
import { openRenderers } from './renderers';
import type { Settings } from './settings';
import { serveSitemap } from './sitemap';
import { openTokens } from './tokens';
import { routeUpgrades, SOCKET_PATH } from './upgrade';
import { serveWorker } from './worker';

export interface HostParts {
  settings: Settings;
  store: Store;
  live: Live;
  /** Lets dev servers join; left out in production. */
  dev?: { desk: Desk; secret: string } | undefined;
  /** How a bad release is rolled back without a person. */
  healing?: Healing;
  /** The operations page; omitted if no token is set. */
  ops?: OpsParts | undefined;
  log?: boolean;
  now?: () => number;
}

/** Renders pages for the active versions. */
function openRendering(
  app: FastifyInstance,
  { settings, store, live, now }: Required<Pick<HostParts, 'settings' | 'store' | 'live' | 'now'>>,
) {
  const log = (line: string) => app.log.warn(line);
  const { apiUrl, data, page } = settings;
  const content = openContent({ apiUrl, basic: page.basic, folder: join(data, 'content'), now, log });
  const renderers = openRenderers(store, now);
  const fragments = openFragments({ store, renderers, content, log, site: settings.page });
  const follow = (snapshot: Snapshot | null) => snapshot && fragments.keep([...snapshot.manifests.values(), ...snapshot.canaries.values()]);
  const stop = live.onRevision(follow);
  app.addHook('onReady', async () => void follow(live.current()));
  app.addHook('onClose', async () => {
    stop();
    await renderers.close();
  });
  return fragments;
}

/** The portal host: HTML, module files, registry, and the proxy to the API. */
export async function createHost({
  settings,
  store,
  live,
  dev,
  healing = { off: 'not configured' },
  ops,
  log = true,
  now = Date.now,
}: HostParts): Promise<FastifyInstance> {
  const app = Fastify({
    logger: log ? hostLog() : false,
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    // Requests on open connections are answered until the end.
    return503OnClosing: false,
    // Uploads from slow phones take minutes; this ends uploads that never finish.
    requestTimeout: 10 * 60_000,
    routerOptions: { maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    // The framing check tests for Host itself, because Node would serve the requests behind one without Host.
    http: { insecureHTTPParser: false, requireHostHeader: false },
    clientErrorHandler: refuseUnread,
    frameworkErrors: (_error, _request, reply) => refuse(reply as unknown as FastifyReply, 400),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(COMMON_HEADERS);
    if (settings.refusesForwarded && isForwarded(request.headers))
      return reply.code(403).type('text/plain; charset=utf-8').send(`${FORWARDED_REFUSAL}\n`);
  });
  admitRequests(app);
  finishCalls(app);
  // Only dev servers have sockets below `/modules`.
  routeUpgrades(app, dev ? [SOCKET_PATH, '/modules'] : [SOCKET_PATH]);
  proxyApi(app, settings);
  serveProbes(app, live, settings.apiUrl);
  const overrides = openOverrides(settings.overrides, live);
  serveWorker(app, { live, store, overrides, hasPush: Boolean(settings.page.firebase?.vapidKey) });
  serveRegistry(app, live);
  serveFiles(app, store, dev ? await serveDevServers(app, dev.desk, dev.secret) : noDevServers);
  serveInstall(app);
  serveSitemap(app, live, settings.publicUrl);
  if (ops) serveOps(app, ops, { live, store, settings, now });
  const candidates = openCandidates({ store, opsPublicKey: live.opsPublicKey, now });
  const fragments = openRendering(app, { settings, store, live, now });
  const tokens = openTokens({ secret: settings.hostSecret ?? live.secret, now });
  serveHealth(app, { store, live, tokens, healing, now });
  servePages(app, { live, fragments, sheets: openSheets(store, urlOf), settings, now, candidates, overrides, tokens });
  return app;
}
