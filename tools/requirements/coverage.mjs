// Compares the last run of `npm test`, and the proofs of the tests that it does not run, with the requirements: `npm run trace [-- --missing MODULE |
// --json | --commit]`. Writes test-results/trace.tsv. --commit stores the figures of this run as the minimum of later runs (docs/ledger/shown.json).
// --sources reads the test titles instead of a run: it finds a lost or unknown id within seconds, but no failing test.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join as pathOf, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readTree } from '../lint/source-files.mjs';
import { readProven } from '../test/proofs.mjs';
import { join, linesPerOwner, readClauses, readLedger, readOwed, shortfalls } from './join.mjs';
import { namedTests } from './named.mjs';
import { readResults } from './results.mjs';
import { coverageTable } from './table.mjs';
import { treeOf } from './tree.mjs';

const { values } = parseArgs({
  options: {
    missing: { type: 'string' },
    json: { type: 'boolean' },
    commit: { type: 'boolean' },
    sources: { type: 'boolean' },
    root: { type: 'string', default: resolve(import.meta.dirname, '../..') },
  },
});
const at = (path) => pathOf(values.root, path);
const doc = (name) => readFileSync(at(`docs/ledger/${name}`), 'utf8');

/** The tests of the last run and of the proofs, the reasons why the run's results are outdated or missing, and the files with a stale proof. */
function readLastRun(named) {
  const tree = treeOf(values.root);
  const results = ['jest', 'playwright'].map((runner) => ({ runner, result: readResults(at(`test-results/${runner}.json`)) }));
  const stale = results.flatMap(({ runner, result }) => {
    if (!result) return [`No results of ${runner}: run npm test first.`];
    return result.tree === tree ? [] : [`The results of ${runner} are of other sources than these: run npm test again.`];
  });
  const run = results.flatMap(({ result }) => result?.tests ?? []);
  const files = new Set(run.map(({ file }) => file));
  const proven = readProven(values.root, named);
  const unrun = ({ file }) => !files.has(file);
  return { tests: [...run, ...proven.tests.filter(unrun)], stale, unproven: proven.stale.filter((file) => !files.has(file)) };
}

const ledger = new Map([...readLedger(doc('requirements.tsv')), ...readLedger(doc('beyond.tsv'), 'beyond')]);
const unproved = values.commit ? ['--commit takes the figures of a run, not of the sources alone.'] : [];
const named = namedTests(readTree(values.root), ledger);
const { tests, stale, unproven } = values.sources ? { tests: named, stale: unproved, unproven: [] } : readLastRun(named);
const owed = readOwed(doc('owed.tsv'));
const { modules, rows, lacking, defects } = join(ledger, tests, readClauses(doc('clauses.tsv')), owed);

const cell = (text) => text.replace(/\s+/g, ' ');
if (!values.sources) {
  mkdirSync(at('test-results'), { recursive: true });
  writeFileSync(
    at('test-results/trace.tsv'),
    `${['id\tfile\ttitle', ...rows.map((row) => [row.id, row.file, cell(row.title)].join('\t'))].join('\n')}\n`,
  );
}

const committed = at('docs/ledger/shown.json');
const least = existsSync(committed) ? JSON.parse(readFileSync(committed, 'utf8')) : null;
const unset = least || values.commit ? [] : ['docs/ledger/shown.json is missing: npm run trace -- --commit makes it.'];
const wrong = [...stale, ...defects, ...unset, ...shortfalls(modules, least ?? {})];

/** An id with its unproven clauses and its owner. */
const missingLine = (id) => `${id}${lacking.has(id) ? `\t${lacking.get(id).join(', ')}` : ''}${owed.has(id) ? `\t${owed.get(id)}` : ''}\n`;

const unknown = values.missing !== undefined && !modules[values.missing];
if (values.json) process.stdout.write(`${JSON.stringify(modules)}\n`);
else if (unknown) process.stderr.write(`The ledger has no module ${values.missing}: ${Object.keys(modules).join(', ')}\n`);
else if (values.missing) process.stdout.write(modules[values.missing].missing.map(missingLine).join(''));
else process.stdout.write(`${coverageTable(modules)}${linesPerOwner(owed)}`);
if (unproven.length > 0)
  process.stdout.write(
    `\nStale proofs, no failure: npm run lab -- proofs runs these ${unproven.length} files again.\n  ${unproven.join('\n  ')}\n`,
  );

if (values.commit && wrong.length === 0) {
  const figures = Object.fromEntries(Object.entries(modules).map(([name, { shown }]) => [name, shown.length]));
  writeFileSync(committed, `${JSON.stringify(figures, null, 2)}\n`);
}
for (const line of wrong) process.stderr.write(`${line}\n`);
process.exitCode = wrong.length > 0 || unknown ? 1 : 0;
