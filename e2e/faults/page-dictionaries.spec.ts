import type { Page } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { expect, logIn } from '../support/fixtures';
import { executingVersion, readFailures } from '../support/page-report';
import { openRecordingProxy, type SentReply } from '../support/recordingProxy';
import { type IsolatedHost, openIsolatedHost } from './matrix/test-host';
import { test as base, ownPortal, publishChanged } from './releases';

// A version is immutable, so each run has its own.
const NEXT = `1.0.1-pages.${Date.now().toString(36)}`;

interface Parts {
  recorder: Awaited<ReturnType<typeof openRecordingProxy>>;
  /** A portal host with other settings, and so another dictionary. */
  stranger: IsolatedHost;
}
const test = base.extend<object, Parts>({
  recorder: [
    async ({ stand }, use) => {
      const recorder = await openRecordingProxy(stand.url);
      await use(recorder);
      recorder.close();
    },
    { scope: 'worker' },
  ],
  stranger: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const stranger = await openIsolatedHost(ownPortal(), { PORTAL_SUPPORT_EMAIL: 'other@guards.test' });
      await use(stranger);
      await stranger.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ recorder }, use) => use(recorder.url),
});

test.beforeAll(({ stand }) => publishChanged(stand, 'mf-jobs', { version: NEXT }));

const card = (page: Page) => page.getByRole('link', { name: /^View More/ }).first();
const lastOf = (sent: readonly SentReply[], path: string) => sent.filter((reply) => reply.path.startsWith(path)).at(-1);

/** The bytes of the current page as the host writes them, without compression. */
async function writtenPage(page: Page, path: string): Promise<string> {
  const reply = await page.context().request.get(path, { headers: { 'accept-encoding': 'identity' } });
  expect(reply.headers()['content-encoding']).toBeUndefined();
  return reply.text();
}

for (const serviceWorkers of ['block', 'allow'] as const)
  test.describe(`with the service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers });

    test('[PAGEDIFF-01] [PAGEDIFF-04] a guard gets the page after a release as a delta, and the whole page from a host without the dictionary', async ({
      page,
      guard,
      stand,
      stranger,
      recorder,
      noise,
    }) => {
      // The proxy forwards no WebSocket.
      noise.expected.push(/WebSocket connection to/);
      const path = jobsPaths.search();
      const encodingOf = (asked: string) => lastOf(recorder.sent, asked)?.encoding;
      recorder.forwardTo(stand.url);
      recorder.sent.length = 0;
      await stand.run();
      await logIn(page, guard);
      await page.goto(path);
      await expect(card(page)).toBeVisible();
      await expect.poll(() => encodingOf('/page-dictionary/')).toBe('br');

      await stand.run('mf-jobs', NEXT);
      const reply = await page.goto(path);
      await expect.poll(() => executingVersion(page, 'mf-jobs')).toBe(NEXT);
      await expect(card(page)).toBeVisible();
      expect(lastOf(recorder.sent, path)).toMatchObject({ encoding: 'dcz', offered: expect.stringMatching(/^:.+=:$/) });
      const delta = lastOf(recorder.sent, path)?.bytes ?? 0;
      expect(await reply?.text()).toBe(await writtenPage(page, path));
      if (serviceWorkers === 'allow') await expect.poll(() => encodingOf(offlinePagePath), { timeout: 30_000 }).toBe('dcz');
      expect(recorder.sent.filter((one) => one.path.startsWith('/page-dictionary/'))).toHaveLength(1);

      recorder.forwardTo(stranger.url);
      await page.goto(path);
      await expect(card(page)).toBeVisible();
      expect(lastOf(recorder.sent, path)).toMatchObject({ encoding: 'br', offered: expect.stringMatching(/^:.+=:$/) });
      expect(delta).toBeLessThan(0.6 * (lastOf(recorder.sent, path)?.bytes ?? 0));
      expect(await readFailures(page)).toEqual([]);
    });
  });
