import type { ObjectStore } from '../../delivery/src/store/object-store';

/** Planted defects of the bucket, for one machine. */
export interface BucketDefects {
  overwrites?: boolean;
  forgetsRevisions?: boolean;
  listsOld?: boolean;
}

/** A bucket in memory. */
export function createBucket() {
  const objects = new Map<string, Uint8Array>();
  const times = new WeakMap<Uint8Array, number>();
  let writes = 0;
  /** Later for each other value, also for one under the same key. */
  function timeOf(bytes: Uint8Array): number {
    const at = times.get(bytes) ?? ++writes;
    times.set(bytes, at);
    return at;
  }
  return {
    objects,
    /** The bucket as one machine uses it. `waitForTurn` rejects if the machine has no access now. */
    connect(waitForTurn: () => Promise<void>, defects: BucketDefects = {}): ObjectStore {
      const atFirst = new Set(objects.keys());
      return {
        async get(key) {
          await waitForTurn();
          return objects.get(key) ?? null;
        },
        async put(key, bytes) {
          await waitForTurn();
          objects.set(key, bytes);
        },
        async putIfAbsent(key, bytes) {
          await waitForTurn();
          if (objects.has(key) && !defects.overwrites) return false;
          if (!defects.forgetsRevisions || !key.startsWith('revisions/')) objects.set(key, bytes);
          return true;
        },
        async list(prefix, after = '') {
          await waitForTurn();
          const found = [...objects].filter(([key]) => key.startsWith(prefix) && key > after && (!defects.listsOld || atFirst.has(key)));
          return found.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, bytes]) => ({ key, at: timeOf(bytes), size: bytes.length }));
        },
        async remove(key) {
          await waitForTurn();
          objects.delete(key);
        },
      };
    },
  };
}
