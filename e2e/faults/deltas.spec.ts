import type { BrowserContext, Page, Worker } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn } from '../support/fixtures';
import { executing, failures } from '../support/page-report';
import { publishChanged, test } from './releases';

// A version never changes: each run has its own.
const NEXT = `1.0.1-deltas.${Date.now().toString(36)}`;

test.beforeAll(({ stand }) => publishChanged(stand, 'mf-jobs', { version: NEXT, hasDeltas: true }));

/** Of the scripts and stylesheets of a version that came from the host, whoever asked for them: how each was packed. */
function packed(page: Page, version: string): () => string[] {
  const seen: string[] = [];
  page.context().on('response', async (response) => {
    const path = new URL(response.url()).pathname;
    const isCode = path.startsWith(`/modules/mf-jobs/${version}/`) && /\.(js|css)$/.test(path);
    // What the service worker has kept by then crosses no network, and is kept unpacked.
    if (!isCode || response.status() !== 200 || response.fromServiceWorker()) return;
    // Where the page closed before they came nobody looks any more; at any other time it is no way to be packed.
    const headers = await response.allHeaders().catch((error: Error) => ({ 'content-encoding': error.message }) as Record<string, string>);
    seen.push(headers['content-encoding'] ?? 'none');
  });
  return () => [...new Set(seen)].sort();
}

const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

/** How a script is packed that the service worker asks for itself, and no page does here. */
const packedForWorker = (worker: Worker, version: string) =>
  worker.evaluate(async (folder) => {
    const { files } = (await (await fetch(`${folder}module.json`)).json()) as { files: object };
    const reply = await fetch(folder + Object.keys(files).find((file) => /^history\..*js$/.test(file)));
    await reply.arrayBuffer();
    return reply.headers.get('content-encoding');
  }, `/modules/mf-jobs/${version}/`);

for (const serviceWorkers of ['block', 'allow'] as const)
  test.describe(`service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers });

    test('a browser that has a version gets of the next one what differs, runs it, and runs the one before again after a rollback', async ({
      page,
      context,
      guard,
      stand,
      portalCommand,
    }) => {
      const good = stand.good['mf-jobs'] ?? '';
      await stand.run();
      const [first, next] = [packed(page, good), packed(page, NEXT)];
      await logIn(page, guard);
      await page.goto(jobsPaths.search());
      await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
      await expect.poll(first).toEqual(['br']);
      const worker = serviceWorkers === 'allow' ? await workerOf(context) : null;
      if (worker) expect(await packedForWorker(worker, good)).toBe('br');

      await stand.run('mf-jobs', NEXT);
      await page.reload();
      await expect.poll(() => executing(page, 'mf-jobs')).toBe(NEXT);
      await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
      // With `integrity`, as every script and stylesheet of a page: what was unpacked is what was published.
      expect(await page.locator(`script[src*="/mf-jobs/${NEXT}/"]:not([integrity])`).count()).toBe(0);
      await expect.poll(next).toEqual(['dcz']);
      if (worker) expect(await packedForWorker(worker, NEXT)).toBe('dcz');

      await portalCommand('rollback', 'mf-jobs', '--reason', 'journey');
      await expect.poll(() => executing(page, 'mf-jobs'), { timeout: 30_000 }).toBe(good);
      await page.reload();
      await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
      expect(await executing(page, 'mf-jobs')).toBe(good);
      expect(await failures(page)).toEqual([]);
    });
  });
