import type { Page } from '@playwright/test';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { press, waitForOfflineFiles } from '../../support/chrome';
import { addDocument } from '../../support/documents';
import { expect, logIn, type TestGuard, test } from '../../support/fixtures';
import { siteDay } from '../../support/siteDay';

/** `ready` waits until the page may be left. */
async function deleteOne(page: Page, guard: TestGuard, ready: () => Promise<void>): Promise<void> {
  await logIn(page, guard);
  await page.goto(documentsPaths.list());
  await addDocument(page, { type: 'Other', number: '777', expiry: siteDay(500) });
  await ready();
  await press(page.getByRole('button', { name: 'Delete: Other' }));
  await expect(page.getByText('Other: will be deleted in 5 seconds.')).toBeVisible();
}

async function openDocuments(page: Page): Promise<void> {
  await page.goto(documentsPaths.list());
  await expect(page.getByRole('heading', { level: 1, name: 'My Documents' })).toBeVisible();
  // Waits until the list is loaded.
  const isEmpty = page.getByText('Documents you add appear here');
  await expect(isEmpty.or(page.getByRole('table', { name: 'My documents' }))).toBeVisible();
  await expect(page.getByText('0 documents')).toHaveCount(0);
}

/** A list that is read before the deletion arrives requests the picture of the deleted document. */
const pictureIsGone = /404 .*\/v1\/media\/preview\?/;

test('a deleted document is gone when the guard leaves for another module within five seconds', async ({ page, guard, noise }) => {
  noise.expected.push(pictureIsGone);
  await deleteOne(page, guard, () => waitForOfflineFiles(page));
  await press(page.getByRole('link', { name: 'Search Jobs' }).first());
  await expect(page).toHaveURL(new RegExp(jobsPaths.search()));
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await openDocuments(page);
  await expect(page.getByRole('button', { name: 'Delete: Other' })).toHaveCount(0);
});

test('a deleted document is gone when the guard closes the page within five seconds', async ({ page, guard, noise }) => {
  noise.expected.push(pictureIsGone);
  await deleteOne(page, guard, () => waitForOfflineFiles(page));
  await page.goto('about:blank');
  await openDocuments(page);
  await expect(page.getByRole('button', { name: 'Delete: Other' })).toHaveCount(0);
});

test('a deleted document is gone when the guard closes the page before the code of the outbox has loaded', async ({
  page,
  guard,
  noise,
}) => {
  noise.expected.push(pictureIsGone, /outbox/);
  const outbox = /\/outbox[.\w-]*\.js/;
  const requests: string[] = [];
  await deleteOne(page, guard, async () => {
    // The request for the outbox's file never gets a reply.
    await page.route(outbox, (route) => void requests.push(route.request().url()));
    await page.reload();
  });
  await expect.poll(() => requests.length, { timeout: 30_000 }).toBeGreaterThan(0);
  await page.goto('about:blank');
  await page.unroute(outbox);
  await openDocuments(page);
  await expect(page.getByRole('button', { name: 'Delete: Other' })).toHaveCount(0);
});

const ways: [string, (page: Page) => Promise<unknown>][] = [
  [
    'leaves for another module',
    async (page) => {
      await press(page.getByRole('link', { name: 'Search Jobs' }).first());
      await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
    },
  ],
  ['closes the page', (page) => page.goto('about:blank')],
];

for (const [way, leave] of ways)
  test(`a deletion without a reply is carried out when the guard ${way}`, async ({ page, guard, noise }) => {
    noise.expected.push(pictureIsGone);
    const deletion = /\/guard-document\/[\w-]+$/;
    let sent = 0;
    await deleteOne(page, guard, async () => {
      await waitForOfflineFiles(page);
      // The first request never arrives.
      await page.route(deletion, (route) => {
        if (route.request().method() !== 'DELETE' || ++sent > 1) return route.fallback();
      });
    });
    await expect.poll(() => sent, { timeout: 10_000 }).toBe(1);
    await leave(page);
    await openDocuments(page);
    await expect(page.getByRole('button', { name: 'Delete: Other' })).toHaveCount(0);
  });
