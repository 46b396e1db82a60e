import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advisoriesOf, listOverdue, readFrames } from './audit.mjs';

const frames = readFrames(readFileSync(join(__dirname, '../../docs/reports/dependencies.md'), 'utf8'));
const given = { days: { critical: 7, high: 14, moderate: 30, low: 90, look: 31 }, looked: ['2027-02-01', '2027-03-01'] };
const one = { id: 'GHSA-1', name: 'left-pad', severity: 'high', on: '2027-03-01', outcome: 'open' };

it('the time frames of each severity, of an update and of a look are written down', () => {
  expect(Object.keys(frames.days)).toEqual(['critical', 'high', 'moderate', 'low', 'look', 'update', 'major']);
  expect(Object.values(frames.days).every((days) => days > 0)).toBe(true);
});

it('each advisory has its severity, date and outcome', () => {
  for (const { id, severity, on, outcome } of frames.seen) {
    expect([id, Object.keys(frames.days).includes(severity), /^\d{4}-\d\d-\d\d$/.test(on), outcome.length > 0]).toEqual([
      id,
      true,
      true,
      true,
    ]);
  }
  expect(frames.looked.every((on) => /^\d{4}-\d\d-\d\d$/.test(on))).toBe(true);
});

it.each([
  ['nothing for an open advisory within its time frame', { ...given, seen: [one] }, '2027-03-15', null, []],
  ['an open advisory after its time frame', { ...given, seen: [one] }, '2027-03-16', null, [/GHSA-1 .*14 days are over/]],
  ['nothing for a fixed advisory', { ...given, seen: [{ ...one, outcome: '2.0.1' }] }, '2027-03-16', null, []],
  ['an overdue check', { ...given, seen: [] }, '2027-04-02', null, [/since 2027-03-01: 31 days/]],
  ['nothing about the check when the registry was reached', { ...given, seen: [] }, '2027-04-02', [], []],
  [
    'an advisory that the document does not list',
    { ...given, seen: [one] },
    '2027-03-02',
    [{ id: 'GHSA-2', name: 'x', severity: 'low' }],
    [/GHSA-2 .*90/],
  ],
])('reports %s', (_what, told, today, found, lines) => {
  const due = listOverdue(told, found, today);
  expect(due).toHaveLength(lines.length);
  for (const [at, line] of lines.entries()) expect(due[at]).toMatch(line);
});

it('lists each advisory once, although several packages name it', () => {
  const advisory = { url: 'https://github.com/advisories/GHSA-1', name: 'left-pad', severity: 'high' };
  const report = { vulnerabilities: { a: { via: [advisory, 'b'] }, b: { via: [advisory] } } };
  expect(advisoriesOf(report)).toEqual([{ id: 'GHSA-1', name: 'left-pad', severity: 'high' }]);
});

it('no npm script has a name that npm runs automatically at an install', () => {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));
  const byItself = ['dependencies', ...['install', 'prepare', 'publish'].flatMap((step) => [step, `pre${step}`, `post${step}`])];
  expect(Object.keys(scripts).filter((name) => byItself.includes(name))).toEqual([]);
});
