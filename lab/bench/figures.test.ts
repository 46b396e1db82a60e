import type { Measurement } from './entry';
import { figureRow, figuresText, readFigures, rowNameOf } from './figures';

const measured = (id: string, value: number | null, detail = 'told'): Measurement => ({
  result: {
    ...{ id, what: 'What it is', value, unit: 'ms', target: '<= 50', met: value !== null && value <= 50 },
    ...{ command: `npm run bench -- --only ${id}`, runs: 7, interval: value === null ? null : [value - 1, value + 1] },
    ...{ intervalIs: '95 %', seed: 1, ratio: { value: 0.9, interval: [0.8, 1], runs: 7, target: '<= 1' } },
  },
  detail,
});

it('writes a row for each figure in the given order, and reads them again', () => {
  const rows = [measured('soft-nav', 40), measured('inp', 60)].map(
    (one) => [one.result.id, figureRow(one.result.id, one, '2026-12-01')] as const,
  );
  const text = figuresText(new Map(rows.map(([id, row]) => [id, { date: '2026-12-01', row }])), ['inp', 'soft-nav', 'gone']);
  expect(text.split('\n').slice(-3)).toEqual([
    '| inp | 60 ms | 59 to 61 | 7 | <= 50 | 0.9 <= 1 | NO | 2026-12-01 |  |',
    '| soft-nav | 40 ms | 39 to 41 | 7 | <= 50 | 0.9 <= 1 | yes | 2026-12-01 |  |',
    '',
  ]);
  expect([...readFigures(text)].map(([id, { date }]) => [id, date])).toEqual([
    ['inp', '2026-12-01'],
    ['soft-nav', '2026-12-01'],
  ]);
  expect(figuresText(readFigures(text), ['inp', 'soft-nav'])).toBe(text);
});

it('states why a figure was not measured, in one row', () => {
  const row = figureRow('inp', measured('inp', null, 'a | b\nand c'), '2026-12-01');
  expect(row).toBe('| inp | not measured: a / b and c |  | 7 | <= 50 | 0.9 <= 1 | NO | 2026-12-01 |  |');
  expect(readFigures(row).get('inp')).toEqual({ date: '2026-12-01', row });
});

it('has one row for each phone of a figure', () => {
  const names = [rowNameOf('inp', 'moto-g4'), rowNameOf('inp', 'galaxy-a24')];
  expect(names).toEqual(['inp', 'inp (galaxy-a24)']);
  const rows = names.map((name) => [name, { date: '2026-12-01', row: figureRow(name, measured('inp', 40), '2026-12-01') }] as const);
  const text = figuresText(new Map(rows), names);
  expect([...readFigures(text).keys()]).toEqual(names);
});
