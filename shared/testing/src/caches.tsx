const ORIGIN = 'https://portal.test';
const addressOf = (asked: RequestInfo | URL) => new URL(typeof asked === 'object' && 'url' in asked ? asked.url : asked, ORIGIN).href;

/** The browser's cache storage in memory, limited to the functions that the portal uses. */
export function fakeCaches() {
  const all = new Map<string, Map<string, Response>>();
  const cacheOf = (kept: Map<string, Response>) => ({
    match: async (asked: RequestInfo | URL) => kept.get(addressOf(asked))?.clone(),
    put: async (asked: RequestInfo | URL, reply: Response) => void kept.set(addressOf(asked), reply),
    delete: async (asked: RequestInfo | URL) => kept.delete(addressOf(asked)),
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
  });
  const caches = {
    async open(name: string) {
      const kept = all.get(name) ?? new Map<string, Response>();
      all.set(name, kept);
      return cacheOf(kept);
    },
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  };
  return {
    caches: caches as unknown as CacheStorage,
    /** The paths in each cache. */
    held: () => Object.fromEntries([...all].map(([name, kept]) => [name, [...kept.keys()].map((url) => new URL(url).pathname).sort()])),
  };
}
