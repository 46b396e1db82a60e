import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const home = join(__dirname, '..');
const read = (file: string) => readFileSync(join(home, file), 'utf8');
const written = read('docs/reference/logs.md');
const rows = [...written.matchAll(/^\| (.+) \|$/gm)].slice(1).map(([, line = '']) => line.split(' | '));
const sources = (folder: string) =>
  readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs)$/.test(name) && !/node_modules|\.test\.|\.d\./.test(name))
    .map((name) => read(`${folder}/${name}`));
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

it('each log has its writer, place, content, retention and readers', () => {
  expect(rows.length).toBeGreaterThan(12);
  for (const row of rows) expect([row[0], row.length]).toEqual([row[0], 6]);
});

it('names every security event, every file that a process writes its lines to, and everything that is only added to', () => {
  const [, events = ''] = /export type SecurityEvent =([^;]+);/.exec(read('api/src/platform/identity/security-log.ts')) ?? [];
  const files = sources('tools/dev-portal').flatMap((text) => all(text, /'(logs\/[\w-]+\.log)'/g));
  const kept = ['staff_acts', 'staff_changes', 'history.jsonl'];
  const named = [...all(events, /'([^']+)'/g), ...files, ...kept];
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !written.includes(name))).toEqual([]);
});

it('only the API and the host write logs', () => {
  const loggers = (folder: string) => sources(folder).flatMap((text) => all(text, /\blogger(?:Instance)?: (?!false|quiet)([^\n]+)/g));
  expect(loggers('api/src')).toEqual(['services.log,']);
  expect(loggers('delivery/src').map((line) => line.startsWith('log ? hostLog() : false'))).toEqual([true, true]);
  expect(sources('api/src').flatMap((text) => all(text, /service: '([\w-]+)'/g))).toEqual(['guard-api']);
});

it('the clean-up deletes rows after the retention that the page states', () => {
  const sweep = read('api/src/jobs/clean-up.job.ts');
  expect(sweep).toContain('const DAY = 24 * HOUR;\nconst MONTH = 30 * DAY;');
  expect(sweep).toMatch(/greatest\(expires_at, ended_at\) < \$\{fromNow\(-MONTH\)\}/);
  expect(sweep).toMatch(
    /state in \('sent', 'kept'\) and created_at < \$\{fromNow\(-MONTH\)\}\) or \(state = 'dead' and created_at < \$\{fromNow\(-3 \* MONTH\)\}/,
  );
  const keptOf = (what: string) => rows.find(([first]) => first === what)?.[4];
  expect([keptOf('sessions'), keptOf('mails and text messages')]).toEqual([
    '30 days after its end',
    '30 days after it was sent; 90 when it was given up',
  ]);
});
