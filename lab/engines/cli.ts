// `npm run lab -- engines [--engine webkit] [--only sos]`: the most frequent actions of guards in WebKit and Firefox, and a check of
// docs/reports/engines.md against the features of each engine.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePackages } from '../../tools/apt.mjs';
import { ensureChromium } from '../../tools/chromium.mjs';
import { withTemporaryPortal } from '../../tools/dev-portal/temporary-portal.mjs';
import { say } from '../../tools/say.mjs';
import { startChromium, startFirefox } from './puppeteer';
import { runSteps } from './run';
import { account } from './steps/account';
import { communication } from './steps/communication';
import { rollback } from './steps/delivery';
import { offline } from './steps/offline';
import { probe } from './steps/probe';
import { routes } from './steps/routes';
import { session } from './steps/session';
import { work } from './steps/work';
import { startWebkit } from './webkit';

const pictures = resolve(import.meta.dirname, '../../test-results/engines');

const engines = {
  webkit: {
    start: startWebkit,
    // The driver, the bindings for its window, a virtual screen, and codecs for recording and playback.
    packages: [
      'webkit2gtk-driver',
      'gjs',
      'gir1.2-webkit2-4.1',
      'xvfb',
      'gstreamer1.0-plugins-bad',
      'gstreamer1.0-libav',
      'fonts-liberation',
    ],
  },
  firefox: { start: startFirefox, packages: process.env.FIREFOX ? [] : ['firefox-esr', 'fonts-liberation'] },
  // Chromium runs the feature check only; its journeys are `npm run e2e`.
  chromium: { start: startChromium, packages: [] },
};
const steps = [probe, session, ...routes, ...work, ...communication, ...account, rollback, offline];

function readArguments() {
  const { values } = parseArgs({ options: { engine: { type: 'string' }, only: { type: 'string' } } });
  const { engine, only = '' } = values;
  if (engine && !(engine in engines)) throw new Error(`--engine is one of ${Object.keys(engines).join(', ')}`);
  const names = Object.keys(engines) as (keyof typeof engines)[];
  const chosen = steps.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Error(`no step has "${only}" in its name`);
  return { chosen, names: names.filter((name) => !engine || name === engine) };
}

async function main(): Promise<number> {
  const { names, chosen } = readArguments();
  const missing = ensurePackages([...new Set(names.flatMap((name) => engines[name].packages))]) ?? ensureChromium();
  if (missing) throw new Error(missing);
  let run = 0;
  const failed = await withTemporaryPortal('engines', async (environment) => {
    // For the portal command, which the rollback runs.
    Object.assign(process.env, environment);
    const place = { url: environment.PORTAL_URL, staffToken: environment.STAFF_TOKEN ?? '', pictures };
    let count = 0;
    for (const name of names) {
      const engine = await engines[name].start();
      say(`\n${name} ${engine.version}`);
      try {
        const its = name === 'chromium' ? chosen.filter((step) => step === probe) : chosen;
        count += await runSteps(engine, its, place, say);
        run += its.length;
      } finally {
        await engine.stop();
      }
    }
    return count;
  });
  say(`\n${run - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`engines: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
