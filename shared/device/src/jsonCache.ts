import { withStorageDeadline } from './storageDeadline';

export interface CacheHit<Value> {
  value: Value;
  /** When it was stored, in ms by the clock of this device. */
  at: number;
}

/** JSON values by name, in Cache Storage. No method throws: a device may refuse, be full or never answer, and then stores nothing. */
export interface OwnerCache {
  put(name: string, value: unknown): Promise<void>;
  /** Returns null if there is no value, or it is older than `maxAgeMs`. */
  find<Value>(name: string): Promise<CacheHit<Value> | null>;
  deleteEntry(name: string): Promise<void>;
}

export interface OwnerCacheOptions {
  /** The name of each cache: this prefix and the owner. */
  prefix: string;
  maxAgeMs: number;
  caches?: CacheStorage | undefined;
  now?: () => number;
}

const AT = 'x-kept-at';
/** A cache stores requests only, so each name becomes an address. No server answers it. */
const addressOf = (name: string) => `/kept/${encodeURIComponent(name)}`;

/** Creates caches of this device, one for each owner. In a browser without Cache Storage, or that blocks it, they find nothing. */
export function createOwnerCaches({ prefix, maxAgeMs, now = Date.now, ...given }: OwnerCacheOptions) {
  const caches = 'caches' in given ? given.caches : globalThis.caches;

  async function quietly<Result>(act: (caches: CacheStorage) => Promise<Result>, otherwise: Result): Promise<Result> {
    try {
      return caches ? await withStorageDeadline(act(caches)) : otherwise;
    } catch {
      return otherwise;
    }
  }
  const ageOf = (reply: Response) => now() - Number(reply.headers.get(AT));
  // An age below zero means that the clock was set back, so the real age is unknown.
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
    deleteEntry: (name) =>
      quietly(async (all) => {
        // To open a cache creates it.
        if (await all.has(prefix + owner)) await (await all.open(prefix + owner)).delete(addressOf(name));
      }, undefined),
  });

  const deleteExpired = async (all: CacheStorage, owner: string) => {
    if (!(await all.has(prefix + owner))) return;
    const cache = await all.open(prefix + owner);
    for (const request of await cache.keys()) {
      const reply = await cache.match(request);
      if (reply && isOld(reply)) await cache.delete(request);
    }
  };

  return {
    of,
    /** Deletes the caches of all other owners (of all owners for null), and the expired values of `owner`. */
    retainOnly: (owner: string | null) =>
      quietly(async (all) => {
        const others = (await all.keys()).filter((name) => name.startsWith(prefix) && (owner === null || name !== prefix + owner));
        for (const name of others) await all.delete(name);
        if (owner !== null) await deleteExpired(all, owner);
      }, undefined),
  };
}
export type OwnerCaches = ReturnType<typeof createOwnerCaches>;
