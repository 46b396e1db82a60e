/** Calls at once. */
const LANES = 16;

/** Acts on each, some at once; at the first error no more are begun, and those under way are waited for. */
export async function each<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  let next = 0;
  let isBroken = false;
  const lane = async () => {
    for (let at = next++; !isBroken && at < items.length; at = next++) {
      try {
        done[at] = await act(items[at] as T);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  };
  // Whoever cleans up after an error must not be overtaken by what was still under way.
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return done;
}
