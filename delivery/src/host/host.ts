import { join } from 'node:path';
import { FORWARDED_REFUSAL, isForwarded } from '@portal/contracts/_kernel/mode';
import { noTracing, type Tracing } from '@portal/tracing/tracing';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { SelfHealMode } from '../health/release-monitor';
import type { CommandContext } from '../registry/update-registry';
import type { Store } from '../store/store';
import { createContentCache } from './api-content';
import { proxyApi } from './api-proxy';
import { openCandidates } from './candidates';
import { admitRequests, refuseUnread } from './connections';
import { COMMON_HEADERS } from './csp';
import { noDevServers, serveDevServers } from './dev';
import { finishCalls } from './finish';
import { serveHealth } from './health';
import { createStyleLoader } from './inline-styles';
import { openInspectAccess, serveInspect } from './inspect';
import type { LiveRegistry, Snapshot } from './live-registry';
import { hostLog } from './log';
import { serveFiles } from './module-files';
import { type OpsParts, serveOps } from './ops/ops';
import { openOverrides } from './overrides';
import { servePageDictionaries } from './page-dictionaries';
import { openFragments } from './page-fragments';
import { openRenderers } from './page-renderers';
import { createPageTokens } from './page-tokens';
import { servePages } from './pages';
import { serveProbes } from './probes';
import { readableUrl } from './readable';
import { refuse } from './refusal';
import { serveRegistry } from './registry-stream';
import { fileUrl } from './render-page';
import { serveWorker } from './service-worker';
import type { Settings } from './settings';
import { serveSitemap } from './sitemap';
import { serveSpeculationRules } from './speculation';
import { createHostTraces } from './traces';
import { serveWebManifest } from './web-manifest';
import { handleUpgrades, SOCKET_PATH } from './websocket-upgrade';

export interface HostParts {
  settings: Settings;
  store: Store;
  live: LiveRegistry;
  /** Lets dev servers join; left out in production. */
  dev?: { context: CommandContext; secret: string } | undefined;
  /** How a bad release is rolled back without a person. */
  healing?: SelfHealMode;
  /** The operations page; omitted if no token is set. */
  ops?: OpsParts | undefined;
  log?: boolean;
  now?: () => number;
  /** The spans of this host; by default none are recorded. */
  tracing?: Tracing;
}

/** Renders pages for the active versions. */
function openRendering(
  app: FastifyInstance,
  { settings, store, live, now }: Required<Pick<HostParts, 'settings' | 'store' | 'live' | 'now'>>,
) {
  const log = (line: string) => app.log.warn(line);
  const { apiUrl, data, page } = settings;
  const content = createContentCache({ apiUrl, basic: page.basic, folder: join(data, 'content'), now, log });
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
  tracing = noTracing(),
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
  handleUpgrades(app, dev ? [SOCKET_PATH, '/modules'] : [SOCKET_PATH]);
  const traces = createHostTraces(app, tracing, live);
  app.addHook('onClose', () => tracing.close());
  proxyApi(app, { ...settings, traces });
  serveProbes(app, live, settings.apiUrl);
  const overrides = openOverrides(settings.overrides, live);
  serveWorker(app, { live, store, overrides, hasPush: Boolean(settings.page.firebase?.vapidKey) });
  serveRegistry(app, live);
  const devServers = dev ? await serveDevServers(app, dev.context, dev.secret) : noDevServers;
  serveFiles(app, { store, live, devServers });
  serveWebManifest(app);
  serveSitemap(app, live, settings.publicUrl);
  serveSpeculationRules(app, live);
  if (ops) serveOps(app, ops, { live, store, settings, now });
  const { opsPublicKey } = live;
  const inspect = openInspectAccess({ isProduction: settings.production, opsPublicKey, now });
  const candidates = openCandidates({ store, opsPublicKey, now, isInspector: inspect.isAllowed });
  serveInspect(app, { access: inspect, live, store, candidates, now });
  const fragments = openRendering(app, { settings, store, live, now });
  const tokens = createPageTokens({ secret: settings.hostSecret ?? live.secret, now });
  serveHealth(app, { store, live, tokens, healing, now });
  servePages(app, {
    live,
    fragments,
    sheets: createStyleLoader(store, fileUrl),
    settings,
    now,
    candidates,
    overrides,
    inspect,
    tokens,
    traces,
    dictionaries: servePageDictionaries(app, { live, settings }),
  });
  return app;
}
