const ORIGIN = 'https://portal.test';
const addressOf = (request: RequestInfo | URL) =>
  new URL(typeof request === 'object' && 'url' in request ? request.url : request, ORIGIN).href;

/** The browser's cache storage in memory, limited to the functions that the portal uses. */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const cacheOf = (entries: Map<string, Response>) => ({
    match: async (request: RequestInfo | URL) => entries.get(addressOf(request))?.clone(),
    put: async (request: RequestInfo | URL, reply: Response) => void entries.set(addressOf(request), reply),
    delete: async (request: RequestInfo | URL) => entries.delete(addressOf(request)),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  });
  const caches = {
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>();
      all.set(name, entries);
      return cacheOf(entries);
    },
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  };
  return {
    caches: caches as unknown as CacheStorage,
    /** The paths in each cache. */
    held: () =>
      Object.fromEntries([...all].map(([name, entries]) => [name, [...entries.keys()].map((url) => new URL(url).pathname).sort()])),
  };
}
