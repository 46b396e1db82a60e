import type { Report } from './score';
import { nothingKnown, pathsOf, stateOf, withPart, withStates } from './states';

const location = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
const fileOf = (status: string, state?: string) => ({
  source: 'x',
  mutants: [{ status, replacement: '2', location }],
  ...(state !== undefined && { state }),
});
const reportOf = (files: Report['files']): Report => ({ files });
const stateNow = (path: string) => `${path} now`;

it('the state differs after a change of the code, of a test, or of the list of tests', () => {
  const texts: Record<string, string> = { 'a.ts': 'a', 'a.test.ts': 'tests', 'b.test.ts': 'more' };
  const read = (path: string) => texts[path] ?? '';
  const state = stateOf('a.ts', ['a.test.ts', 'b.test.ts'], read);
  expect(stateOf('a.ts', ['b.test.ts', 'a.test.ts'], read)).toBe(state);
  expect(stateOf('a.ts', ['a.test.ts'], read)).not.toBe(state);
  for (const changed of Object.keys(texts))
    expect(stateOf('a.ts', ['a.test.ts', 'b.test.ts'], (path) => (path === changed ? 'else' : read(path)))).not.toBe(state);
});

it('pathsOf returns the files of patterns with and without positions', () => {
  expect(pathsOf(['a.ts', 'b.ts:2:12-4:1', 'b.ts:5:4-5:8'])).toEqual(['a.ts', 'b.ts']);
});

it('stamps the files of the run with the current state, and keeps another file’s state only if it is current', () => {
  const before = reportOf({ 'same.ts': fileOf('Killed', 'same.ts now'), 'changed.ts': fileOf('Killed', 'changed.ts then') });
  const after = reportOf({ ...before.files, 'run.ts': fileOf('Killed'), 'unknown.ts': fileOf('Killed') });
  const { files } = withStates(after, before, ['run.ts'], stateNow);
  expect(Object.fromEntries(Object.entries(files).map(([path, { state }]) => [path, state]))).toEqual({
    'same.ts': 'same.ts now',
    'changed.ts': '',
    'run.ts': 'run.ts now',
    'unknown.ts': '',
  });
});

it('uses stored results of the current state, and lists the files of an older state', () => {
  const report = reportOf({
    'same.ts': fileOf('Killed', 'same.ts now'),
    'changed.ts': fileOf('Killed', 'changed.ts then'),
    'unstamped.ts': fileOf('Killed'),
    'of-another-part.ts': fileOf('Killed', 'then'),
  });
  const standing = withPart(nothingKnown, { mutate: ['same.ts', 'changed.ts', 'unstamped.ts', 'none.ts'], report, asked: [] }, stateNow);
  expect(Object.keys(standing.report.files)).toEqual(['same.ts']);
  expect([...standing.older]).toEqual(['changed.ts', 'unstamped.ts']);
});

const web = (status: string, asked: readonly string[]) =>
  withPart(nothingKnown, { mutate: ['a.ts'], report: reportOf({ 'a.ts': fileOf(status, 'a.ts now') }), asked }, stateNow);
const statusesAfter = (before: typeof nothingKnown, state: string) => {
  const { report, older } = withPart(before, { mutate: [], report: reportOf({ 'a.ts': fileOf('Killed', state) }), asked: [] }, stateNow);
  return { statuses: report.files['a.ts']?.mutants.map(({ status }) => status), older: [...older] };
};

it('a later part’s tests can kill survivors of the first part', () => {
  expect(statusesAfter(web('Survived', []), 'a.ts now')).toEqual({ statuses: ['Killed'], older: [] });
});

it('counts no file with survivors that met a later part in another state', () => {
  expect(statusesAfter(web('Survived', []), 'then')).toEqual({ statuses: undefined, older: ['a.ts'] });
});

it('counts a file without survivors although a later part has results of another state', () => {
  expect(statusesAfter(web('Killed', []), 'then')).toEqual({ statuses: ['Killed'], older: [] });
});

it('counts a file by its own tests of this run, and ignores a later part’s results of another state', () => {
  expect(statusesAfter(web('Survived', ['a.ts']), 'then')).toEqual({ statuses: ['Survived'], older: [] });
});
