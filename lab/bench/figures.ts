import type { Measurement } from './entry';
import { ofMonolith } from './table';

const HEAD = `# Figures

Last result of each figure. Written by \`npm run bench -- --full --record\`; \`--since 2026-12-01\` continues an interrupted run. Figures of a phone have the benchmark index of the slowed machine.

| figure | value | interval | runs | target | of monolith | met | date | machine |
|---|---|---|---|---|---|---|---|---|
`;

/** A row of the report by the id of its figure, with its date. */
export type RecordedFigures = ReadonlyMap<string, { date: string; row: string }>;

export function readFigures(text: string): RecordedFigures {
  const rows = [...text.matchAll(/^\| ([\w-]+) \|.*\| (\d{4}-\d\d-\d\d) \| [^|]* \|$/gm)];
  return new Map(rows.map(([row, id = '', date = '']) => [id, { date, row }]));
}

export function figureRow({ result, detail }: Measurement, date: string): string {
  const { id, value, unit, interval, runs, target, met, ran } = result;
  const machine = ran ? `${ran.phone}, index ${Math.round(ran.before)}${ran.isSteady ? '' : ', not quiet'}` : '';
  const cells = [
    id,
    value === null ? `not measured: ${detail}` : `${value} ${unit}`.trim(),
    interval?.join(' to ') ?? '',
    String(runs),
    target,
    ofMonolith(result),
    met ? 'yes' : 'NO',
    date,
    machine,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '/').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** The report with these figures, in the order of `ids`. A figure that no longer exists is left out. */
export const figuresText = (figures: RecordedFigures, ids: readonly string[]): string =>
  HEAD + ids.flatMap((id) => figures.get(id)?.row ?? []).join('\n') + (figures.size > 0 ? '\n' : '');
