import type { BrowserContext, Page, Worker } from '@playwright/test';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn } from '../support/fixtures';
import { executingVersion, readFailures } from '../support/page-report';
import { publishChanged, test } from './releases';

// A version is immutable, so each run has its own.
const NEXT = `1.0.1-deltas.${Date.now().toString(36)}`;

test.beforeAll(({ stand }) => publishChanged(stand, 'mf-jobs', { version: NEXT, hasDeltas: true }));

/** Records the encoding of each script and stylesheet of a version that came from the portal host. */
function packed(page: Page, version: string): () => string[] {
  const seen: string[] = [];
  page.context().on('response', async (response) => {
    const path = new URL(response.url()).pathname;
    const isCode = path.startsWith(`/modules/mf-jobs/${version}/`) && /\.(js|css)$/.test(path);
    // Files from the service worker's cache do not use the network, and are stored without an encoding.
    if (!isCode || response.status() !== 200 || response.fromServiceWorker()) return;
    // If the page closes first, nothing checks this list any more. Otherwise the error is not a valid encoding and fails the test.
    const headers = await response.allHeaders().catch((error: Error) => ({ 'content-encoding': error.message }) as Record<string, string>);
    seen.push(headers['content-encoding'] ?? 'none');
  });
  return () => [...new Set(seen)].sort();
}

const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));

/** The encoding of a script that the service worker requests; no page requests it here. */
const packedForWorker = (worker: Worker, version: string) =>
  worker.evaluate(async (folder) => {
    const { files } = (await (await fetch(`${folder}module.json`)).json()) as { files: object };
    const script = Object.keys(files).find((file) => /^job-history\..*js$/.test(file));
    if (!script) throw new Error('the version has no file of Job History');
    const reply = await fetch(folder + script);
    await reply.arrayBuffer();
    return reply.headers.get('content-encoding');
  }, `/modules/mf-jobs/${version}/`);

for (const serviceWorkers of ['block', 'allow'] as const)
  test.describe(`with the service worker: ${serviceWorkers}`, () => {
    test.use({ serviceWorkers });

    test('a browser with a version gets only the difference to the next one, runs it, and runs the previous one after a rollback', async ({
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
      await expect.poll(() => executingVersion(page, 'mf-jobs')).toBe(NEXT);
      await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
      // The browser checks `integrity` on decoded bytes, so a script that runs was decoded to the published file.
      expect(await page.locator(`script[src*="/mf-jobs/${NEXT}/"]:not([integrity])`).count()).toBe(0);
      await expect.poll(next).toEqual(['dcz']);
      if (worker) expect(await packedForWorker(worker, NEXT)).toBe('dcz');

      await portalCommand('rollback', 'mf-jobs', '--reason', 'journey');
      await expect.poll(() => executingVersion(page, 'mf-jobs'), { timeout: 30_000 }).toBe(good);
      await page.reload();
      await expect(page.getByRole('link', { name: /^View More/ }).first()).toBeVisible();
      expect(await executingVersion(page, 'mf-jobs')).toBe(good);
      expect(await readFailures(page)).toEqual([]);
    });
  });
