// `npm run e2e [-- playwright arguments]`: the journeys against PORTAL_URL, or against a portal of its own with faults as well.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { withOwnPortal } from './portal/own.mjs';
import { readResults, writeResults } from './trace/results.mjs';

const root = resolve(import.meta.dirname, '..');
const results = join(root, 'test-results');
const asked = process.argv.slice(2);

const resultFile = (name) => join(results, `playwright-${name}.json`);

function playwright(name, projects, env) {
  const args = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    ...projects.map((project) => `--project=${project}`),
    // A run empties its folder first: what the one before left of its failures stays.
    `--output=${join(results, 'e2e', name)}`,
  ];
  const child = spawn(process.execPath, [...args, '--pass-with-no-tests', ...asked], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...env,
      PLAYWRIGHT_TRACE_FILE: resultFile(name),
      // It outlives the temporary folder of a run.
      PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
    },
  });
  return new Promise((end) => child.once('close', (code) => end(code ?? 1)));
}

async function main() {
  const names = ['journeys', 'releases'];
  mkdirSync(results, { recursive: true });
  for (const name of names) rmSync(resultFile(name), { force: true });
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const projects = ['journeys', 'phone'];
  const code = process.env.PORTAL_URL
    ? await playwright('journeys', projects, {})
    : await withOwnPortal('e2e', async (env) => {
        const first = await playwright('journeys', [...projects, 'faults'], env);
        // One after the other: a module that is rolled back would surprise a journey.
        return (await playwright('releases', ['releases'], env)) || first;
      });
  // A run of some journeys only leaves the last whole run's results alone.
  if (asked.length > 0) return code;
  const [first, ...others] = names.flatMap((name) => readResults(resultFile(name)) ?? []);
  const isOneTree = first && others.every(({ tree }) => tree === first.tree);
  if (isOneTree)
    writeResults(
      join(results, 'playwright.json'),
      [first, ...others].flatMap(({ tests }) => tests),
      first.tree,
    );
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`e2e: ${error.message}\n`);
  process.exitCode = 1;
}
