import { withStorageDeadline } from './storageDeadline';

/** What a shelf gives back. */
export interface CacheHit<Value> {
  value: Value;
  /** When it was put there, in ms by this device's clock. */
  at: number;
}

/** JSON values under names, in the browser's own cache storage. It keeps what it can and never throws: a device may refuse, have no room, or never answer. */
export interface OwnerCache {
  put(name: string, value: unknown): Promise<void>;
  /** Null when there is none, or it is older than a shelf keeps anything. */
  find<Value>(name: string): Promise<CacheHit<Value> | null>;
  deleteEntry(name: string): Promise<void>;
}

export interface ShelvesOptions {
  /** Each shelf is the cache of this name and its own. */
  prefix: string;
  maxAgeMs: number;
  caches?: CacheStorage | undefined;
  now?: () => number;
}

const AT = 'x-kept-at';
/** A cache holds requests: an address that nobody serves. */
const addressOf = (name: string) => `/kept/${encodeURIComponent(name)}`;

/** Shelves of this device, one for each owner. A browser without cache storage, or that blocks it, has none: nothing is found then. */
export function createOwnerCaches({ prefix, maxAgeMs, now = Date.now, ...given }: ShelvesOptions) {
  const caches = 'caches' in given ? given.caches : globalThis.caches;

  async function quietly<Result>(act: (caches: CacheStorage) => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return caches ? await withStorageDeadline(act(caches)) : otherwise;
    } catch {
      return otherwise;
    }
  }
  const ageOf = (reply: Response) => now() - Number(reply.headers.get(AT));
  // A clock that was set back must not make anything young again.
  const isOld = (reply: Response) => !(ageOf(reply) >= 0 && ageOf(reply) <= maxAgeMs);

  const of = (owner: string): OwnerCache => ({
    put: (name, value) =>
      quietly(async (all) => {
        const headers = { [AT]: String(now()), 'content-type': 'application/json' };
        await (await all.open(prefix + owner)).put(addressOf(name), new Response(JSON.stringify(value), { headers }));
      }, undefined),
    find: <Value>(name: string) =>
      quietly<CacheHit<Value> | null>(async (all) => {
        if (!(await all.has(prefix + owner))) return null;
        const reply = await (await all.open(prefix + owner)).match(addressOf(name));
        if (!reply || isOld(reply)) return null;
        return { value: (await reply.json()) as Value, at: Number(reply.headers.get(AT)) };
      }, null),
    deleteEntry: (name) => quietly(async (all) => void (await (await all.open(prefix + owner)).delete(addressOf(name))), undefined),
  });

  return {
    of,
    /** Takes every shelf away but `owner`'s, and from that one what is too old. */
    retainOnly: (owner: string | null) =>
      quietly(async (all) => {
        for (const name of await all.keys())
          if (name.startsWith(prefix) && (owner === null || name !== prefix + owner)) await all.delete(name);
        if (owner === null || !(await all.has(prefix + owner))) return;
        const shelf = await all.open(prefix + owner);
        for (const request of await shelf.keys()) {
          const reply = await shelf.match(request);
          if (reply && isOld(reply)) await shelf.delete(request);
        }
      }, undefined),
  };
}
export type Shelves = ReturnType<typeof createOwnerCaches>;
