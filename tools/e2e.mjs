// `npm run e2e [-- playwright arguments]`: runs the journeys against PORTAL_URL; without it, the journeys and fault tests against a portal that it
// starts. `npm run e2e -- --candidate LINK [spec …]`: against the candidate behind a link of `portal stage`; runs the essential specs if none is
// named.
import { spawn } from 'node:child_process';
import { cpSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { withTemporaryPortal } from './dev-portal/temporary-portal.mjs';
import { essentialJourneys, openCandidate } from './e2e/candidate.mjs';

const root = resolve(import.meta.dirname, '..');
const asked = process.argv.slice(2);
const at = asked.indexOf('--candidate');
const [, link] = at < 0 ? [] : asked.splice(at, 2);

const INTERRUPTED = 130;

/** PLAYWRIGHT_TRACE_FILE: the results of the first run, which a second run of the failed tests must not overwrite. */
const { PLAYWRIGHT_TRACE_FILE, ...environment } = process.env;

function playwright(projects, env, specs = asked, traceFile = PLAYWRIGHT_TRACE_FILE) {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
  const child = spawn(process.execPath, [...args, ...projects.map((name) => `--project=${name}`), '--pass-with-no-tests', ...specs], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...environment,
      ...env,
      ...(traceFile && { PLAYWRIGHT_TRACE_FILE: traceFile }),
      // Outside the run's temporary folder, so that it is kept between runs.
      PWTEST_CACHE_DIR: join(root, 'node_modules/.cache/playwright'),
    },
  });
  return new Promise((end) => child.once('close', (code) => end(code ?? INTERRUPTED)));
}

/**
 * Runs the specs. Failed tests run a second time with a trace, for diagnosis; the result stays "failed". Recording traces of all tests would make a
 * run an eighth slower.
 */
async function walk(projects, env, specs) {
  const started = Date.now();
  const code = await playwright(projects, env, specs);
  const output = join(root, 'test-results/e2e');
  const told = statSync(join(output, '.last-run.json'), { throwIfNoEntry: false });
  if (code !== 1 || !told || told.mtimeMs < started) return code;
  const first = `${output}-failed`;
  process.stdout.write(
    '\nFailed tests (five at most) run again with a trace. The result above stays; its pictures are in test-results/e2e-failed.\n',
  );
  rmSync(first, { recursive: true, force: true });
  cpSync(output, first, { recursive: true });
  await playwright(projects, env, ['--last-failed', '--trace=on', '--max-failures=5'], '');
  return code;
}

async function main() {
  const missing = ensureChromium();
  if (missing) throw new Error(missing);
  const projects = ['journeys', 'phone'];
  if (at >= 0) {
    if (!link) throw new Error('--candidate takes the link that portal stage prints');
    const { url, cookie } = await openCandidate(link);
    return walk(projects, { PORTAL_URL: url, PORTAL_CANDIDATE: cookie }, asked.length > 0 ? asked : essentialJourneys(root));
  }
  return process.env.PORTAL_URL ? await walk(projects, {}) : await withTemporaryPortal('e2e', (env) => walk(['faults', ...projects], env));
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`e2e: ${error.message}\n`);
  process.exitCode = 1;
}
