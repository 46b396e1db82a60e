/**
 * Returns a random wait in the upper half of an exponential backoff, in ms, so that clients that lost one server do not reconnect together.
 */
export const backoffMs = (tries: number, firstMs: number, longestMs: number, random = Math.random): number =>
  Math.min(firstMs * 2 ** tries, longestMs) * (0.5 + random() / 2);
