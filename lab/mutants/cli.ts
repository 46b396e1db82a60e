// `npm run lab -- mutants [DOMAIN …] [--only web|api] [--file PART] [--minutes N] [--share S [--seed N]] [--go-on] [--force]`: changes the code of a
// domain in one place at a time, and runs the tests that reach it. A change that no test detects is a survivor: docs/reports/mutants.md lists it
// with the reason.
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { Stryker } from '@stryker-mutator/core';
import { readPostmaster } from '../../api/src/platform/database/embedded/server-process';
import startDatabase from '../../api/test/global-setup';
import stopDatabase from '../../api/test/global-teardown';
import { say } from '../../tools/say.mjs';
import { type Domain, domains, type Part } from './domains';
import { findUnnamed } from './explained-survivors';
import { type FileScore, keepJudged, keepSettled, percent, placesOfSurvivors, type Report, scoreInterval, scoreOf, tableOf } from './score';
import { nothingKnown, pathsOf, stateOf, withPart, withStates } from './states';

const root = resolve(import.meta.dirname, '../..');
const kept = 'test-results/mutants';
const SANDBOX = '.data/mutants';
const LEAST = 80;
const MINUTES = 30;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      file: { type: 'string' },
      minutes: { type: 'string' },
      share: { type: 'string' },
      seed: { type: 'string' },
      force: { type: 'boolean', default: false },
      'go-on': { type: 'boolean', default: false },
    },
  });
  const known = Object.keys(domains);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`name some of ${known.join(', ')}, or none for all`);
  if (values.only && values.only !== 'web' && values.only !== 'api') throw new Error('--only is web or api');
  const minutes = Number(values.minutes ?? MINUTES);
  if (!(minutes > 0)) throw new Error(`--minutes ${values.minutes} is not a time`);
  const share = Number(values.share ?? 1);
  if (!(share > 0 && share <= 1)) throw new Error(`--share ${values.share} is not a part of 1`);
  const seed = values.seed ?? String(randomInt(1, 1_000_000));
  const asked = (positionals.length > 0 ? positionals : known) as Domain[];
  const { only, file, force } = values;
  const paths = asked.flatMap((name) => domains[name].flatMap(({ mutate }) => mutate));
  if (file !== undefined && !paths.some((path) => path.includes(file))) throw new Error(`no mutated file has ${file} in its path`);
  // Otherwise the survivors in the other files would be lost.
  const goesOn = values['go-on'] || file !== undefined;
  return { asked, only, file, minutes, share, seed, force, goesOn };
}

const fileOf = (name: Domain, { project }: Part, what: 'report' | 'settled') => `${kept}/${name}-${project}.${what}.json`;

/** Stored report of the part's last run. */
const known = (name: Domain, part: Part): Report => {
  const file = join(root, fileOf(name, part, 'report'));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : { files: {} };
};

interface How {
  only?: string | undefined;
  /** A part of the paths of the files that are mutated. */
  file?: string | undefined;
  force: boolean;
  goesOn: boolean;
}

/** Runs one part of a domain and returns the report. Earlier mutants with unchanged code and tests are not run again. */
async function runPart(name: Domain, part: Part, mutate: readonly string[], { force, goesOn }: How): Promise<Report> {
  const incrementalFile = fileOf(name, part, 'settled');
  const before = known(name, part);
  const asked = pathsOf(mutate);
  // States are read before the run, which may take an hour.
  const paths = [...asked, ...Object.keys(before.files)].filter((path) => existsSync(join(root, path)));
  const states = new Map(paths.map((path) => [path, stateIn(part)(path)]));
  writeFileSync(join(root, incrementalFile), JSON.stringify((goesOn ? keepJudged : keepSettled)(before)));
  Object.assign(process.env, { MUTANTS_PROJECT: part.project, MUTANTS_TESTS: JSON.stringify(part.tests) });
  await new Stryker({
    testRunner: 'bounded-jest',
    plugins: [join(root, 'lab/mutants/runner.mjs')],
    jest: { configFile: 'lab/mutants/jest.config.mjs', enableFindRelatedTests: false },
    mutate: [...mutate],
    coverageAnalysis: 'perTest',
    incremental: true,
    incrementalFile,
    force,
    concurrency: 1,
    // A busy machine must not kill mutants that the tests do not detect. A test that waits fails earlier by its own limit.
    timeoutMS: 60_000,
    reporters: ['progress-append-only'],
    tempDirName: `${SANDBOX}/${process.pid}`,
    cleanTempDir: 'always',
    ignorePatterns: ['dist', 'dist-maps', '.data', 'test-results', 'playwright-report', 'shots'],
    // The copy is inside the repository and finds its node_modules; the copy's own node_modules contain the mutated packages.
    symlinkNodeModules: false,
    buildCommand: 'node lab/mutants/sandbox.mjs',
    disableTypeChecks: false,
    tsconfigFile: 'none',
  }).runMutationTest();
  const found = JSON.parse(readFileSync(join(root, incrementalFile), 'utf8')) as Report;
  const report = withStates(found, before, asked, (path) => states.get(path) ?? '');
  writeFileSync(join(root, fileOf(name, part, 'report')), JSON.stringify(report));
  return report;
}

/** State of a file with the current code and tests of a part. */
const stateIn =
  ({ tests }: Part) =>
  (path: string): string =>
    stateOf(path, tests, (one) => readFileSync(join(root, one), 'utf8'));

interface Outcome {
  files: FileScore[];
  /** Files outside this run that changed since their last run. */
  older: string[];
}

/**
 * Runs the parts of a domain in sequence. Survivors of one part are run against the next part's tests, because shared rules have tests on both
 * sides.
 */
async function runDomain(name: Domain, how: How): Promise<Outcome> {
  let standing = nothingKnown;
  for (const part of domains[name]) {
    const before = Object.keys(standing.report.files).filter((path) => !part.mutate.includes(path));
    const isAsked = how.only === undefined || how.only === part.project;
    const all = isAsked ? [...part.mutate, ...placesOfSurvivors(standing.report, before)] : [];
    const mutate = all.filter((path) => path.includes(how.file ?? ''));
    const report = mutate.length > 0 ? await runPart(name, part, mutate, how) : known(name, part);
    standing = withPart(standing, { mutate: part.mutate, report, asked: pathsOf(mutate) }, stateIn(part));
  }
  const { report, older } = standing;
  const paths = domains[name].flatMap(({ mutate }) => mutate);
  return {
    files: scoreOf(
      report,
      paths.filter((path) => !older.has(path)),
    ),
    older: [...older],
  };
}

/** Prints the results of a domain; true if they meet the requirements. For a sample only the score must. */
function tell(name: Domain, { files, older }: Outcome, share: number): boolean {
  const count = (what: 'killed' | 'survived' | 'unreached' | 'invalid' | 'late' | 'unmet') =>
    files.reduce((total, file) => total + file[what], 0);
  const score = percent(count('killed'), count('survived'));
  say(`\n## ${name}\n`);
  for (const row of tableOf(files)) say(row);
  say(`\nKilled by a timeout: ${count('late')}. Survived because no test reaches them: ${count('unmet')}.`);
  if (share < 1) {
    const [low, high] = scoreInterval(count('killed'), count('survived'));
    say(`\nA random sample: the score of all is between ${low} and ${high} % (95 % confidence).`);
  }
  for (const path of older) say(`\nNot counted, because code or tests changed since its last run: ${path}`);
  const missing = findUnnamed(files, readFileSync(join(root, 'docs/reports/mutants.md'), 'utf8'));
  if (missing.length > 0) say(`\nSurvivors that docs/reports/mutants.md does not name:\n${missing.map((line) => `- ${line}`).join('\n')}`);
  if (count('invalid') > 0) say(`\n${count('invalid')} mutants could not be run`);
  for (const { path, unreached } of files)
    if (unreached > 0) say(`\nNot ${share < 1 ? 'drawn or not ' : ''}reached in time: ${unreached} mutants of ${path}`);
  if (score < LEAST) say(`\n${score} % is less than ${LEAST} %`);
  return score >= LEAST && missing.length === 0 && (share < 1 || count('unreached') === 0);
}

/** Stops the database and deletes the sandbox, also after an interruption. The temporary folder deletes itself. */
function leave(temp: string): void {
  for (const name of readdirSync(temp)) {
    const server = readPostmaster(join(temp, name, 'pg'));
    if (server) process.kill(server.pid, 'SIGQUIT');
  }
  rmSync(join(root, SANDBOX, String(process.pid)), { recursive: true, force: true, maxRetries: 20 });
}

async function main(): Promise<number> {
  const { asked, minutes, share, seed, ...how } = readArguments();
  process.chdir(root);
  mkdirSync(kept, { recursive: true });
  const temp = temporaryFolder('mutants');
  process.env.MUTANTS_ROOT = root;
  process.env.MUTANTS_MEMORY = join(temp, 'tests.json');
  process.env.MUTANTS_UNTIL = String(Date.now() + minutes * 60_000);
  if (share < 1) say(`Random sample of mutants: --share ${share} --seed ${seed}`);
  process.env.MUTANTS_SHARE = String(share);
  process.env.MUTANTS_SEED = seed;
  process.env.TMPDIR = temp;
  const needsDatabase = how.only !== 'web' && asked.some((name) => domains[name].some(({ project }) => project === 'api'));
  // Stryker ends the process when it is interrupted.
  process.prependOnceListener('exit', () => leave(temp));
  let areGood = true;
  try {
    if (needsDatabase) await startDatabase();
    for (const name of asked) {
      areGood = tell(name, await runDomain(name, how), share) && areGood;
    }
  } finally {
    await stopDatabase();
  }
  return areGood ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`mutants: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
