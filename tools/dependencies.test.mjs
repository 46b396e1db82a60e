import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advisoriesOf, dueOf, readFrames } from './dependencies.mjs';

const frames = readFrames(readFileSync(join(__dirname, '../docs/reports/dependencies.md'), 'utf8'));
const given = { days: { critical: 7, high: 14, moderate: 30, low: 90, look: 31 }, looked: ['2027-02-01', '2027-03-01'] };
const one = { id: 'GHSA-1', name: 'left-pad', severity: 'high', on: '2027-03-01', outcome: 'open' };

it('the time frames of each severity, of an update and of a look are written down', () => {
  expect(Object.keys(frames.days)).toEqual(['critical', 'high', 'moderate', 'low', 'look', 'update', 'major']);
  expect(Object.values(frames.days).every((days) => days > 0)).toBe(true);
});

it('what was found is written down with its day and what came of it', () => {
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
  ['nothing, in time', { ...given, seen: [one] }, '2027-03-15', null, []],
  ['an open one whose time is over', { ...given, seen: [one] }, '2027-03-16', null, [/GHSA-1 .*14 days are over/]],
  ['nothing of one that is mended', { ...given, seen: [{ ...one, outcome: '2.0.1' }] }, '2027-03-16', null, []],
  ['that nobody has looked', { ...given, seen: [] }, '2027-04-02', null, [/since 2027-03-01: 31 days/]],
  ['not that nobody has looked when it looks', { ...given, seen: [] }, '2027-04-02', [], []],
  [
    'one that nobody has written down',
    { ...given, seen: [one] },
    '2027-03-02',
    [{ id: 'GHSA-2', name: 'x', severity: 'low' }],
    [/GHSA-2 .*90/],
  ],
])('says %s', (_what, told, today, found, lines) => {
  const due = dueOf(told, found, today);
  expect(due).toHaveLength(lines.length);
  for (const [at, line] of lines.entries()) expect(due[at]).toMatch(line);
});

it('reads each advisory once, by whatever ways it comes', () => {
  const advisory = { url: 'https://github.com/advisories/GHSA-1', name: 'left-pad', severity: 'high' };
  const report = { vulnerabilities: { a: { via: [advisory, 'b'] }, b: { via: [advisory] } } };
  expect(advisoriesOf(report)).toEqual([{ id: 'GHSA-1', name: 'left-pad', severity: 'high' }]);
});

it('no command has a name that npm runs by itself at an install', () => {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'));
  const byItself = ['dependencies', ...['install', 'prepare', 'publish'].flatMap((step) => [step, `pre${step}`, `post${step}`])];
  expect(Object.keys(scripts).filter((name) => byItself.includes(name))).toEqual([]);
});
