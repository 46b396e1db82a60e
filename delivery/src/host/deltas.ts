import { type DeltaFile, type Dictionary, dictionariesOf, readDelta } from '../deltas';
import type { Store } from '../store';

/** A file of a version as it is sent to browsers that have one of an earlier version. */
export interface Deltas {
  /** The file packed with the dictionary that has this hash; null when there is none that holds. Never rejects. */
  find(hash: string, log: (why: string) => void): Promise<Uint8Array | null>;
  /** How much is kept of it. */
  bytes(): number;
}

/** Each delta is read when it is asked for first, and believed only when it unpacks to the file; then it is kept. */
export function openDeltas(store: Store, file: DeltaFile): Deltas {
  let listing: Promise<Map<string, Dictionary>> | undefined;
  const reading = new Map<string, Promise<Uint8Array | null>>();
  let bytes = 0;

  async function read(hash: string, from: Dictionary, log: (why: string) => void): Promise<Uint8Array | null> {
    const delta = await readDelta(store, file, hash, from);
    if (delta === 'changed') log(`what differs from ${from.file} of ${from.version} was changed`);
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
        // The store may answer the next time.
        listing = undefined;
        reading.delete(hash);
        log(`what differs cannot be read: ${(error as Error).message}`);
        return null;
      }
    },
    bytes: () => bytes,
  };
}
