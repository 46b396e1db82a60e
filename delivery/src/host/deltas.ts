import { type DeltaFile, type Dictionary, dictionariesOf, readDelta } from '../store/deltas';
import type { Store } from '../store/store';

/** The deltas of one file of a version. */
export interface Deltas {
  /** The delta to the dictionary with this hash; null if there is no valid one. Never rejects. */
  find(hash: string, log: (why: string) => void): Promise<Uint8Array | null>;
  /** The size of the cached deltas in bytes. */
  bytes(): number;
}

/** Each delta is read at the first request, verified by decompressing it, and then cached. */
export function openDeltas(store: Store, file: DeltaFile): Deltas {
  let listing: Promise<Map<string, Dictionary>> | undefined;
  const reading = new Map<string, Promise<Uint8Array | null>>();
  let bytes = 0;

  async function read(hash: string, from: Dictionary, log: (why: string) => void): Promise<Uint8Array | null> {
    const delta = await readDelta(store, file, hash, from);
    if (delta === 'changed') log(`the delta to ${from.file} of ${from.version} was changed`);
    if (delta === null || delta === 'changed') return null;
    bytes += delta.length;
    return delta;
  }

  return {
    async find(hash, log) {
      try {
        listing ??= dictionariesOf(store, file);
        const from = (await listing).get(hash);
        if (!from) return null;
        const known = reading.get(hash) ?? read(hash, from, log);
        reading.set(hash, known);
        return await known;
      } catch (error) {
        // The store may answer the next request.
        listing = undefined;
        reading.delete(hash);
        log(`what differs cannot be read: ${(error as Error).message}`);
        return null;
      }
    },
    bytes: () => bytes,
  };
}
