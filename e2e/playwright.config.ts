import { defineConfig, devices } from '@playwright/test';
import { candidateState } from './support/candidate';
import { launchChromium } from './support/launch';
import { specsIn } from './support/specs';

const on = specsIn(import.meta.dirname);
const baseURL = process.env.PORTAL_URL ?? 'http://localhost:8080';
const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: devices['Pixel 7'].userAgent };

/**
 * Each journey runs once, on the device where it matters most (specs.json), and on both if they look different. `journeys` and `phone` use
 * a deployed portal only through its URL and staff calls. `faults` needs the portal's folder: `npm run e2e` starts a portal for it. Results
 * are in test-results/.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  // One more than the cores of a small machine, because a page that waits for its API, a retry or a timer needs no core.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reportSlowTests: { max: 12, threshold: 30_000 },
  reporter: [['list'], ['../tools/test/playwright-reporter.mjs']],
  use: {
    baseURL,
    ...candidateState(baseURL),
    screenshot: 'only-on-failure',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    // Cached files would hide a missing file or connection. Tests about the cache allow it.
    serviceWorkers: 'block',
    launchOptions: launchChromium(),
  },
  projects: [
    // The longest tests are among the first, then a shift that lasts a minute. If they began last, they would run while the other workers
    // are idle.
    { name: 'faults', testMatch: on('own'), use: desk },
    { name: 'phone', testMatch: on('phone', 'both'), use: phone },
    { name: 'journeys', testMatch: on('desk', 'both'), use: desk },
  ],
});
