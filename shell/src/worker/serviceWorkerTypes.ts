/** What of a service worker's surroundings is used here: the page's library of types knows none of it. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** By which the browser itself knows what to do with a request, and asks the worker nothing (`addRoutes`; not every browser has it). */
interface StaticRoute {
  condition: { urlPattern?: string; requestMode?: string; requestMethod?: string };
  source: 'network' | 'fetch-event' | { cacheName: string };
}

export interface InstallEvent extends WorkerEvent {
  addRoutes?(rules: StaticRoute[]): Promise<void>;
}

export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  /** The answer to a navigation that the browser has asked for while the worker was being started. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface MessageToWorker extends WorkerEvent {
  readonly data: unknown;
  readonly source: { postMessage(message: unknown): void } | null;
}

export interface WorkerScope {
  /** The public keys by which it judges a registry; the host writes them before this script. */
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
