// Joins the last test run with the ledger: `npm run trace [-- --missing MODULE | --json]`. Writes test-results/trace.tsv.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { join, readLedger } from './trace/join.mjs';

const root = `${import.meta.dirname}/..`;
const { values } = parseArgs({ options: { missing: { type: 'string' }, json: { type: 'boolean' } } });

const results = ['jest', 'playwright'].filter((runner) => existsSync(`${root}/test-results/${runner}.json`));
const tests = results.flatMap((runner) => JSON.parse(readFileSync(`${root}/test-results/${runner}.json`, 'utf8')));
const { modules, rows, defects } = join(readLedger(readFileSync(`${root}/docs/requirements.tsv`, 'utf8')), tests);

mkdirSync(`${root}/test-results`, { recursive: true });
const cell = (text) => text.replace(/\s+/g, ' ');
writeFileSync(
  `${root}/test-results/trace.tsv`,
  `${['id\tfile\ttitle', ...rows.map((row) => [row.id, row.file, cell(row.title)].join('\t'))].join('\n')}\n`,
);

function table() {
  const line = (name, stated, shown, missing) =>
    `${name.padEnd(18)}${String(stated).padStart(8)}${String(shown).padStart(8)}${String(missing).padStart(9)}\n`;
  const entries = Object.entries(modules);
  const sum = (of) => entries.reduce((total, [, module]) => total + of(module), 0);
  const body = entries.map(([name, { stated, shown, missing }]) => line(name, stated, shown.length, missing.length));
  const total = line(
    'all',
    sum((m) => m.stated),
    sum((m) => m.shown.length),
    sum((m) => m.missing.length),
  );
  return [line('', 'stated', 'shown', 'missing'), ...body, total].join('');
}

const unknown = values.missing !== undefined && !modules[values.missing];
if (values.json) process.stdout.write(`${JSON.stringify(modules)}\n`);
else if (unknown) process.stderr.write(`The ledger has no module ${values.missing}: ${Object.keys(modules).join(', ')}\n`);
else if (values.missing) process.stdout.write(modules[values.missing].missing.map((id) => `${id}\n`).join(''));
else process.stdout.write(table());
if (results.length === 0) process.stderr.write('No test results yet: run npm test first.\n');
for (const defect of defects) process.stderr.write(`${defect}\n`);
process.exitCode = defects.length > 0 || unknown || results.length === 0 ? 1 : 0;
