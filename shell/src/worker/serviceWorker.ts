import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';
import { isOverride, isPageRequest, networkFirst } from './navigationResponse';
import { createOfflineCache, type Visit } from './offlineCache';
import type { WorkerScope } from './serviceWorkerTypes';

/*
 * The portal's service worker: what opens it without a network. What it does not keep it does not touch, and a page with a network waits for
 * nothing of it. It decides nothing that the signed registry has not decided.
 */
const scope = globalThis as unknown as WorkerScope;
const keeper = createOfflineCache({
  caches: scope.caches,
  fetch: (url, options) => scope.fetch(url, options),
  keys: scope.portalKeys,
  now: Date.now,
});

/** Firefox gives a page up together with its preload, whatever the worker answers: without a network nothing would open. No capability tells. */
const failsWithPreload = /\bFirefox\//.test(scope.navigator.userAgent);
const isFile = ({ method, url }: Request) => method === 'GET' && url.startsWith(`${scope.location.origin}/modules/`);

scope.addEventListener('install', (event) => {
  // Another version of it keeps and judges by the same rules, or is there because this one must go.
  void scope.skipWaiting();
  const routes = event.addRoutes?.([
    { condition: { urlPattern: '/modules/*', requestMethod: 'GET' }, source: { cacheName: FILE_CACHE } },
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: '/*' }, source: 'network' },
  ]);
  // A browser that does not know these rules asks the worker, which does the same.
  if (routes) event.waitUntil(routes.catch(() => undefined));
});

scope.addEventListener('activate', (event) => {
  const { navigationPreload } = scope.registration;
  if (navigationPreload) event.waitUntil(failsWithPreload ? navigationPreload.disable() : navigationPreload.enable());
});

scope.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event;
  if (isPageRequest(request, scope.location.origin)) {
    const network = Promise.resolve(preloadResponse).then((preloaded) => preloaded ?? scope.fetch(request));
    // The next page of this browser may be one of these: it comes without a worker, and the host gives one back when that is over.
    if (isOverride(request)) event.respondWith(scope.registration.unregister().then(() => network));
    else event.respondWith(networkFirst(network, keeper.page));
  } else if (isFile(request)) {
    event.respondWith(keeper.file(request.url).then((kept) => kept ?? scope.fetch(request)));
  }
});

scope.addEventListener('message', (event) => {
  const { keep } = (event.data ?? {}) as { keep?: Visit };
  if (!keep) return;
  // The next visit asks for it again; the page says why to whoever looks at it.
  event.waitUntil(keeper.store(keep).catch((error: Error) => event.source?.postMessage({ notKept: error.message })));
});
