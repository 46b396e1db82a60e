import type { Measurement, Result } from './entry';

const HEAD = ['id', 'value', 'interval', 'runs', 'target', 'of monolith', 'met', 'what'];

/** The ratio to the monolith with its target; empty without one. */
export const ofMonolith = ({ ratio }: Result) => (ratio ? `${ratio.value} ${ratio.target ?? ''}`.trim() : '');

/** One figure, printed as soon as it is measured. */
export const shortOf = ({ result, detail }: Measurement): string => {
  const { id, value, unit, target, met } = result;
  const told = value === null ? `failed: ${detail}` : `${value} ${unit} (${target})`;
  return `${id}: ${told}${ofMonolith(result) && `, of monolith ${ofMonolith(result)}`}${met ? '' : ', NOT MET'}`;
};

/** The figures as a table, followed by their details. */
export function tableOf(all: readonly Measurement[]): string {
  const rows = all.map(({ result }) => [
    result.id,
    result.value === null ? 'failed' : `${result.value} ${result.unit}`.trim(),
    result.interval?.join(' to ') ?? '',
    String(result.runs),
    result.target,
    ofMonolith(result),
    result.met ? 'yes' : 'NO',
    result.what,
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
