// `npm run lab -- dependencies`: lists known advisories about our dependencies that exceed the time frames of docs/reports/dependencies.md. Runs `npm
// audit` here and in lab/. If the registry is unreachable, it prints so and checks only the advisories of that document. Exits with 1 if something is due.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'docs/reports/dependencies.md');
const DAY = 86_400_000;

/** Cells of the table rows under a heading of the document. */
function rowsUnder(text, heading) {
  const [, part = ''] = text.split(`## ${heading}\n`);
  const [section] = part.split('\n## ');
  return [...section.matchAll(/^\| (.+) \|$/gm)].map(([, line]) => line.split(' | ')).slice(1);
}

/** Reads the document: days per severity, advisories with date and outcome, and the dates of earlier checks. */
export function readFrames(text) {
  const days = Object.fromEntries(rowsUnder(text, 'Time frames').map(([what, within]) => [what, Number.parseInt(within, 10)]));
  const seen = rowsUnder(text, 'What was found').map(([id, name, severity, on, outcome]) => ({ id, name, severity, on, outcome }));
  const looked = rowsUnder(text, 'When it was looked').map(([on]) => on);
  return { days, seen, looked };
}

const ageOf = (on, today) => Math.floor((Date.parse(today) - Date.parse(on)) / DAY);

/** One line per overdue item. `found`: current advisories of the registry; null if it was unreachable. */
export function listOverdue({ days, seen, looked }, found, today) {
  const last = looked.toSorted().at(-1);
  const due = [];
  if (found === null && (!last || ageOf(last, today) > days.look))
    due.push(`No check since ${last ?? 'ever'}: ${days.look} days are over.`);
  for (const { id, name, severity } of found ?? [])
    if (!seen.some((one) => one.id === id))
      due.push(`${id} of ${name} (${severity}) is new: add it to the document; its time frame is ${days[severity]} days.`);
  for (const { id, name, severity, on, outcome } of seen)
    if (outcome === 'open' && ageOf(on, today) > days[severity])
      due.push(`${id} of ${name} (${severity}) is open since ${on}: ${days[severity]} days are over.`);
  return due;
}

/** The advisories of `npm audit --json`, each once. */
export function advisoriesOf({ vulnerabilities = {} }) {
  const all = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === 'object'));
  const found = new Map(all.map(({ url, name, severity }) => [url.split('/').at(-1), { name, severity }]));
  return [...found].map(([id, rest]) => ({ id, ...rest }));
}

async function ask(cwd) {
  const run = promisify(execFile);
  const { stdout } = await run('npm', ['audit', '--json'], { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 }).catch(
    (failed) => failed,
  );
  try {
    const said = JSON.parse(stdout);
    return said.auditReportVersion ? advisoriesOf(said) : null;
  } catch {
    return null;
  }
}

async function main() {
  const answered = [await ask(root), await ask(join(root, 'lab'))];
  const found = answered.includes(null) ? null : answered.flat();
  const asked = found
    ? `The registry knows ${found.length} advisories`
    : 'The registry was unreachable: only the listed advisories were checked';
  const due = listOverdue(readFrames(readFileSync(file, 'utf8')), found, new Date().toISOString().slice(0, 10));
  process.stdout.write(`${[asked, ...due].join('\n')}\n`);
  process.exitCode = due.length === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
