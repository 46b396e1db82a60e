import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';
import { isOverride, isPageRequest, respondNetworkFirst } from './navigationResponse';
import { createOfflineCache, type Visit } from './offlineCache';
import type { WorkerScope } from './serviceWorkerTypes';

/*
 * The portal's service worker opens the portal without a network. It leaves all other requests to the browser. The signed registry alone decides
 * which versions it serves.
 */
const scope = globalThis as unknown as WorkerScope;
const cache = createOfflineCache({
  caches: scope.caches,
  fetch: (url, options) => scope.fetch(url, options),
  keys: scope.portalKeys,
  now: Date.now,
});

/** Firefox drops the worker's response if the preload fails, so no page would open without a network. It cannot be feature-detected. */
const failsWithPreload = /\bFirefox\//.test(scope.navigator.userAgent);
const isFile = ({ method, url }: Request) => method === 'GET' && url.startsWith(`${scope.location.origin}/modules/`);

scope.addEventListener('install', (event) => {
  // A new worker has the same rules, or replaces a worker that must not run.
  void scope.skipWaiting();
  const routes = event.addRoutes?.([
    { condition: { urlPattern: '/modules/*', requestMethod: 'GET' }, source: { cacheName: FILE_CACHE } },
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: '/*' }, source: 'network' },
  ]);
  // Without these rules the fetch event does the same.
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
    // An overridden module loads without a worker. Without the override the next page registers it again.
    if (isOverride(request)) event.respondWith(scope.registration.unregister().then(() => network));
    else event.respondWith(respondNetworkFirst(network, cache.page));
  } else if (isFile(request)) {
    event.respondWith(cache.file(request.url).then((kept) => kept ?? scope.fetch(request)));
  }
});

scope.addEventListener('message', (event) => {
  const { keep } = (event.data ?? {}) as { keep?: Visit };
  if (!keep) return;
  // The page reports the failure and sends the visit again.
  event.waitUntil(cache.store(keep).catch((error: Error) => event.source?.postMessage({ notKept: error.message })));
});
