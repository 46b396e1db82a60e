// `npm run lab -- texts [--only LEAVE]`: misspells each text that the requirements quote, one at a time, and runs the tests with its id. A test
// that stays green does not assert the text: it compares with the constant, or with a part of it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isCode, isTest, readTree, stringsOf } from '../../tools/lint/source-files.mjs';
import { say } from '../../tools/say.mjs';
import { spoil, textsOf } from './texts.mjs';

const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const files = readTree(root).filter(isCode);
// Excludes module.ts: tests read a module's declaration from its file, as the host does, so the transformer does not see it.
const sources = files.filter((file) => !isTest(file) && !/^(tools|lab)\/|\/module\.ts$/.test(file.path));
const written = sources.map((file) =>
  stringsOf(file)
    .map((text) => `'${text}'`)
    .join('\n'),
);
// Excludes journeys: they use the built portal, so the transformer cannot misspell their texts.
const tests = files.filter((file) => isTest(file) && !/^(e2e|tools|lab)\//.test(file.path));
const AT_ONCE = 2;
const doc = (name) => readFileSync(join(root, 'docs/ledger', name), 'utf8');

/** Matches a title with one of these ids. */
const naming = (ids) => new RegExp(`\\b(${ids})(?![0-9])`);

/** Runs the tests of these ids with the text misspelt. Resolves with the ids that have tests, all of which passed. */
async function run({ text, ids, paths }) {
  const args = [
    'node_modules/jest/bin/jest.js',
    '--config',
    'lab/text-mutation/jest.config.mjs',
    '-w',
    '1',
    '--json',
    '-t',
    naming(ids.join('|')).source,
  ];
  const env = { ...process.env, SPOILT_TEXT: text };
  const child = spawn(process.execPath, [...args, '--runTestsByPath', ...paths], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let errors = '';
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (errors += data));
  await new Promise((end) => child.once('close', end));
  if (!out.startsWith('{')) throw new Error(errors);
  const results = JSON.parse(out).testResults.flatMap(({ assertionResults }) => assertionResults);
  return ids.filter((id) => {
    const own = results.filter(({ fullName, status }) => status !== 'pending' && naming(id).test(fullName));
    return own.length > 0 && own.every(({ status }) => status === 'passed');
  });
}

/** Each text that has tests, with its tests in pages, or in the server if there are none. `stands`: a source contains it. */
function asked() {
  return [...textsOf(doc('requirements.tsv'), doc('clauses.tsv'))].flatMap(([text, all]) => {
    const ids = all.filter((id) => !values.only || id.startsWith(`${values.only}-`));
    const found = tests.filter((file) => ids.length > 0 && naming(ids.join('|')).test(file.text)).map(({ path }) => path);
    const near = found.filter((path) => !path.startsWith('api/'));
    const paths = near.length > 0 ? near : found;
    return paths.length > 0 ? [{ text, ids, paths, stands: written.some((strings) => spoil(strings, text) !== strings) }] : [];
  });
}

async function main() {
  const tested = asked();
  const all = tested.filter(({ stands }) => stands);
  const unfound = tested.filter(({ stands }) => !stands);
  for (const { text, ids } of unfound) say(`not found in any source: ${JSON.stringify(text)} ${ids.join(', ')}`);
  const waiting = [...all];
  const green = [];
  async function work() {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const ids = await run(one);
      if (ids.length === 0) continue;
      green.push(one);
      say(`stays green: ${JSON.stringify(one.text)} ${ids.join(', ')}\n    ${one.paths.join('\n    ')}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  say(
    `${all.length} texts misspelt one at a time: ${all.length - green.length} turned a test red, ${green.length} did not; ${unfound.length} not found`,
  );
  return green.length === 0 ? 0 : 1;
}

process.exitCode = await main();
