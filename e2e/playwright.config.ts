import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/**
 * `journeys` and `phone` touch a deployed portal by URL and staff calls only; `delivery-faults` breaks and rolls back modules,
 * so `npm run e2e` runs it on a portal of its own. Results go to test-results/.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['../tools/playwright-trace-reporter.mjs']],
  use: {
    baseURL: process.env.PORTAL_URL ?? 'http://localhost:8080',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    launchOptions: {
      ...(existsSync(chromium) && { executablePath: chromium }),
      args: [
        ...['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run', '--disable-sync'],
        // A microphone that beeps, and nobody who has to be asked for it.
        ...['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      ],
    },
  },
  projects: [
    {
      name: 'journeys',
      testMatch: ['{journeys,a11y,squads}/**/*.spec.ts'],
      // What is of a phone by its nature is walked on one only.
      testIgnore: '**/*.phone.spec.ts',
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testMatch: ['journeys/**/*.spec.ts', 'a11y/**/*.spec.ts'],
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, userAgent: devices['Pixel 7'].userAgent },
    },
    { name: 'delivery-faults', testMatch: 'faults/**/*.spec.ts', workers: 1, use: { viewport: { width: 1280, height: 800 } } },
  ],
});
