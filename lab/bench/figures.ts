import type { Measurement } from './entry';
import { type PhoneName, STANDARD } from './phones';
import { ofMonolith } from './table';

const HEAD = `# Figures

Last result of each figure. Written by \`npm run bench -- --full --record\`; \`--since 2026-12-01\` continues an interrupted run. Figures of a phone have the benchmark index of the slowed machine.

| figure | value | interval | runs | target | of monolith | met | date | machine |
|---|---|---|---|---|---|---|---|---|
`;

/** The first cell of a figure's row. A phone other than the standard one has its own rows. */
export const rowNameOf = (id: string, phone: PhoneName): string => (phone === STANDARD ? id : `${id} (${phone})`);

/** A row of the report by its first cell, with its date. */
export type RecordedFigures = ReadonlyMap<string, { date: string; row: string }>;

export function readFigures(text: string): RecordedFigures {
  const rows = [...text.matchAll(/^\| ([\w-]+(?: \([\w-]+\))?) \|.*\| (\d{4}-\d\d-\d\d) \| [^|]* \|$/gm)];
  return new Map(rows.map(([row, name = '', date = '']) => [name, { date, row }]));
}

export function figureRow(name: string, { result, detail }: Measurement, date: string): string {
  const { value, unit, interval, runs, target, met, ran } = result;
  const machine = ran ? `${ran.phone}, index ${Math.round(ran.before)}${ran.isSteady ? '' : ', not quiet'}` : '';
  const cells = [
    name,
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

/** The report with these rows, in the order of `names`. A figure that no longer exists is left out. */
export const figuresText = (figures: RecordedFigures, names: readonly string[]): string =>
  HEAD + names.flatMap((name) => figures.get(name)?.row ?? []).join('\n') + (figures.size > 0 ? '\n' : '');
