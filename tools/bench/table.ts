import type { Measured } from './entry';

const HEAD = ['id', 'value', 'target', 'met', 'what'];

/** The figures as a table, and below it what stands behind each. */
export function tableOf(all: readonly Measured[]): string {
  const rows = all.map(({ result: { id, value, unit, target, met, what } }) => [
    id,
    value === null ? 'failed' : `${value} ${unit}`.trim(),
    target,
    met ? 'yes' : 'NO',
    what,
  ]);
  const widths = HEAD.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    line(HEAD),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map(line),
    '',
    ...all.map(({ result: { id }, detail }) => `${id}: ${detail}`),
  ].join('\n');
}
