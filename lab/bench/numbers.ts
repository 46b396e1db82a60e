const sorted = (values: readonly number[]) => {
  if (values.length === 0) throw new Error('no values were measured');
  return [...values].sort((a, b) => a - b);
};

/** The middle value; the mean of the two middle ones if their number is even. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const all = sorted(values);
  const right = all[Math.floor(all.length / 2)] ?? Number.NaN;
  const left = all[Math.ceil(all.length / 2) - 1] ?? Number.NaN;
  return (left + right) / 2;
}

/** The smallest measured value that 95 % of the values do not exceed (nearest rank). Throws on an empty list. */
export function p95(values: readonly number[]): number {
  const all = sorted(values);
  return all[Math.ceil(all.length * 0.95) - 1] ?? Number.NaN;
}

/** The largest value. Throws on an empty list. */
export const worst = (values: readonly number[]): number => sorted(values).at(-1) ?? Number.NaN;

/** Milliseconds as rounded text. */
export const ms = (value: number): string => `${Math.round(value)} ms`;
export const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
