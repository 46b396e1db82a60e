import { CACHE_PREFIX } from '@portal/mf-kit/offlineCacheNames';
import { createOfflineCache, type Visit } from '../../shell/src/worker/offlineCache';
import { PAGE_CACHE } from '../../shell/src/worker/pageCache';
import type { Bug } from './bugs';
import { keys } from './releases';

const ORIGIN = 'https://portal.test';
const addressOf = (request: RequestInfo | URL): string => {
  const url = typeof request === 'object' && 'url' in request ? request.url : String(request);
  return url.startsWith('/') ? ORIGIN + url : url;
};

/** Cache -> address -> reply. It survives the worker. */
export type CacheContent = Map<string, Map<string, Response>>;

/** The cache storage of a browser. `begin` resolves when the worker may do its next operation; never after the browser stopped it. */
function openCaches(content: CacheContent, begin: () => Promise<void>): CacheStorage {
  function cacheOf(name: string) {
    const replies = () => {
      const found = content.get(name) ?? new Map<string, Response>();
      content.set(name, found);
      return found;
    };
    return {
      async match(request: RequestInfo | URL) {
        await begin();
        return replies().get(addressOf(request));
      },
      async put(request: RequestInfo | URL, reply: Response) {
        await begin();
        replies().set(addressOf(request), reply);
      },
      async delete(request: RequestInfo | URL) {
        await begin();
        return replies().delete(addressOf(request));
      },
      async keys() {
        await begin();
        return [...replies().keys()].map((url) => ({ url }));
      },
    };
  }
  return { open: async (name: string) => cacheOf(name) } as unknown as CacheStorage;
}

export interface WorkerParts {
  content: CacheContent;
  fetch: (path: string) => Promise<Response>;
  now: () => number;
  bug: Bug | null;
  /** The browser stops the worker after this number of operations on its caches. */
  operations: number;
}

/** A running service worker: the shell's decisions about stored pages and files. */
export function startWorker({ content, fetch, now, bug, operations }: WorkerParts) {
  let left = operations;
  const begin = () => (left-- > 0 ? Promise.resolve() : new Promise<never>(() => undefined));
  const cache = createOfflineCache({
    caches: openCaches(content, begin),
    fetch,
    keys: { ops: bug === 'worker-skips-signature' ? '' : keys.ops.publicKey, timestamp: keys.timestamp.publicKey },
    now: bug === 'worker-ignores-age' ? () => 0 : now,
  });
  return {
    page: cache.page,
    file: cache.file,
    async store(visit: Visit): Promise<void> {
      if (bug === 'worker-goes-back') content.delete(PAGE_CACHE);
      const revision = bug === 'worker-goes-back' ? 0 : visit.revision;
      await cache.store({ ...visit, revision, takenBack: bug === 'worker-keeps-quarantined' ? {} : visit.takenBack });
    },
    /** The browser stops it. */
    stop: () => {
      left = 0;
    },
    isRunning: () => left > 0,
  };
}
export type Worker = ReturnType<typeof startWorker>;

/** Deletes the caches of the portal, as the page and the host's script do. */
export function deleteCaches(content: CacheContent): void {
  for (const name of content.keys()) if (name.startsWith(CACHE_PREFIX)) content.delete(name);
}
