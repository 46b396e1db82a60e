import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '@portal/testing/chromium';
import { candidateState } from './support/candidate';
import { specsIn } from './support/specs';

const on = specsIn(import.meta.dirname);
const baseURL = process.env.PORTAL_URL ?? 'http://localhost:8080';
const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: devices['Pixel 7'].userAgent };

/**
 * Each journey is walked once, on the device where it matters most (specs.json), and on both where they look different. `journeys` and `phone`
 * touch a deployed portal by URL and staff calls only. `faults` needs the portal's folder: `npm run e2e` starts a portal for it. Results go to
 * test-results/.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  // One more than the cores of a small machine: a page that waits for its API, a retry or a minute needs none.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reportSlowTests: { max: 12, threshold: 30_000 },
  reporter: [['list'], ['../tools/playwright-trace-reporter.mjs']],
  use: {
    baseURL,
    ...candidateState(baseURL),
    screenshot: 'only-on-failure',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    // What a phone has kept would stand in for what a journey or a fault takes away: whoever is about that allows it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(existsSync(chromiumPath) && { executablePath: chromiumPath }),
      args: [
        ...chromiumArgs,
        // A microphone that beeps, and nobody who has to be asked for it.
        ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      ],
    },
  },
  projects: [
    // The longest are among the first, and a shift that has to last its minute among the next: begun last, they would run with the other workers idle.
    { name: 'faults', testMatch: on('own'), use: desk },
    { name: 'phone', testMatch: on('phone', 'both'), use: phone },
    { name: 'journeys', testMatch: on('desk', 'both'), use: desk },
  ],
});
