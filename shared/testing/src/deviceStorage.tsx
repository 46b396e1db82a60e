import 'fake-indexeddb/auto';

// jsdom's files are unknown to Node's structured clone; browsers keep them, as the journeys show.
const cloned = (value: unknown): unknown => {
  if (value instanceof Blob || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(cloned);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cloned(one)]));
};
globalThis.structuredClone = cloned as typeof structuredClone;

/** Removes what tests have kept on the device. */
export async function emptyDevice(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}
