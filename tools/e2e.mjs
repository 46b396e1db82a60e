// `npm run e2e [-- playwright arguments]`: the journeys against PORTAL_URL, or against a portal of its own with faults as well.
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { withOwnPortal } from './portal/own.mjs';

const root = resolve(import.meta.dirname, '..');
const asked = process.argv.slice(2);

function playwright(projects, env) {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
  const child = spawn(process.execPath, [...args, ...projects.map((name) => `--project=${name}`), '--pass-with-no-tests', ...asked], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...env,
      // A run of some journeys only leaves the last whole run's results alone.
      ...(asked.length === 0 && { PLAYWRIGHT_TRACE_FILE: join(root, 'test-results/playwright.json') }),
      // It outlives the temporary folder of a run.
      PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
    },
  });
  return new Promise((end) => child.once('close', (code) => end(code ?? 1)));
}

async function main() {
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const projects = ['journeys', 'phone'];
  return process.env.PORTAL_URL
    ? await playwright(projects, {})
    : await withOwnPortal('e2e', (env) => playwright(['faults', ...projects], env));
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`e2e: ${error.message}\n`);
  process.exitCode = 1;
}
