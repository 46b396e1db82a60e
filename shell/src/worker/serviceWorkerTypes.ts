/** The types of a service worker, which TypeScript's page library does not have. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A rule of `addRoutes`: the browser handles the request without the worker. */
interface StaticRoute {
  condition: { urlPattern?: string; requestMode?: string; requestMethod?: string };
  source: 'network' | 'fetch-event' | { cacheName: string };
}

export interface InstallEvent extends WorkerEvent {
  addRoutes?(rules: StaticRoute[]): Promise<void>;
}

export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  /** The reply to a navigation that the browser requested while it started the worker. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface MessageToWorker extends WorkerEvent {
  readonly data: unknown;
  readonly source: { postMessage(message: unknown): void } | null;
}

export interface WorkerScope {
  /** The public keys of the registry. The portal host writes them before this script. */
  portalKeys: { ops: string; timestamp: string };
  location: Location;
  caches: CacheStorage;
  fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  navigator: Pick<Navigator, 'userAgent'>;
  registration: { navigationPreload?: Record<'enable' | 'disable', () => Promise<void>>; unregister(): Promise<boolean> };
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageToWorker) => void): void;
}
