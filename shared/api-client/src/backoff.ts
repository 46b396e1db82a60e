/** Somewhere in the second half of a growing wait, in ms: phones and pages that lost one server together do not come back together. */
export const backoffMs = (tries: number, firstMs: number, longestMs: number, random = Math.random): number =>
  Math.min(firstMs * 2 ** tries, longestMs) * (0.5 + random() / 2);
