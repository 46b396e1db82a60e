/** Of a picture: its pixels and how bright each colour is on average. */
export interface Look {
  width: number;
  height: number;
  means: readonly number[];
}

/** Pixels of the longer side of what is stored. */
const LONGEST_SIDE = 2400;
/** Encoded anew and smaller, a picture's average colour stays. */
const APART_AT_MOST = 4;

/** What is wrong with a stored picture, in words; null where it is the one that was sent, made smaller. */
export function storedProblem(sent: Look, stored: Look): string | null {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(sent.width, sent.height));
  const wanted = [sent.width, sent.height].map((side) => Math.round(side * scale)).join(' x ');
  const found = `${stored.width} x ${stored.height}`;
  if (found !== wanted) return `it is ${found}, not ${wanted}`;
  if (stored.means.length !== sent.means.length || stored.means.some((mean, at) => Math.abs(mean - (sent.means[at] ?? 0)) > APART_AT_MOST))
    return 'it shows something else';
  return null;
}
