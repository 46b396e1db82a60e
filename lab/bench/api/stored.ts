/** Pixels of a picture and the average brightness per colour channel. */
export interface PictureFigures {
  width: number;
  height: number;
  means: readonly number[];
}

/** Longest side of a stored picture in pixels. */
const LONGEST_SIDE = 2400;
/** Tolerance: a picture's average colours stay when it is scaled and encoded again. */
const APART_AT_MOST = 4;

/** Compares a stored picture with the one sent. Returns the difference, or null if it is the same picture, possibly smaller. */
export function storedProblem(sent: PictureFigures, stored: PictureFigures): string | null {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(sent.width, sent.height));
  const wanted = [sent.width, sent.height].map((side) => Math.round(side * scale)).join(' x ');
  const found = `${stored.width} x ${stored.height}`;
  if (found !== wanted) return `it is ${found}, not ${wanted}`;
  if (stored.means.length !== sent.means.length || stored.means.some((mean, at) => Math.abs(mean - (sent.means[at] ?? 0)) > APART_AT_MOST))
    return 'it shows something else';
  return null;
}
