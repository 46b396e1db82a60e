import { defineConfig } from '@playwright/test';
import { launchChromium } from '../../e2e/support/launch';

/** The gallery's pictures: docs/guides/gallery.md. */
export default defineConfig({
  testDir: '.',
  testMatch: 'pictures.spec.ts',
  outputDir: '../../test-results/gallery',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  // Antialiasing differs by a few pixels between releases of Chromium.
  expect: { toHaveScreenshot: { maxDiffPixels: 20 } },
  use: {
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: launchChromium(),
  },
});
