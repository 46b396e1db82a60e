/** Maximum of parallel calls. */
const CONCURRENCY = 16;

/** Runs `act` for every item, at most 16 at a time. After the first error no new call starts; running calls are awaited. */
export async function mapConcurrent<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
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
  // A caller that cleans up after an error must not race with running calls.
  const lanes = await Promise.allSettled(Array.from({ length: CONCURRENCY }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return done;
}
