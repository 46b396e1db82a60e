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
          const keys = [...objects.keys()].filter(
            (key) => key.startsWith(prefix) && key > after && (!defects.listsOld || atFirst.has(key)),
          );
          return keys.sort().map((key) => ({ key, at: 0, size: objects.get(key)?.length ?? 0 }));
        },
        async remove(key) {
          await waitForTurn();
          objects.delete(key);
        },
      };
    },
  };
}
