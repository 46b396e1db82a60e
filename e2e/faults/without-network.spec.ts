import type { Page } from '@playwright/test';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { writeChat } from '@portal/contracts/chat/chat.staff';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { openSos } from '@portal/contracts/shifts/shifts.staff';
import { logOut, press } from '../support/chrome';
import { expect, logIn } from '../support/fixtures';
import { executingVersion, readFailures } from '../support/page-report';
import { publishChanged, test } from './releases';

test.use({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
test.beforeEach(({ noise }) => {
  noise.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|WebSocket connection/);
});

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const shownAs = (page: Page) => page.getByRole('status').filter({ hasText: /^Shown as of \d\d?:\d\d [ap]\.m\., no connection/ });

const files = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('portal-files')).keys()).map(({ url }) => new URL(url).pathname));

/** The names of the stored chat rows. */
const chatRows = (page: Page) =>
  page.evaluate(async () => {
    // Opening a missing database would create it.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'portal-chats')) return [];
    return new Promise<IDBValidKey[]>((resolve, reject) => {
      const opening = indexedDB.open('portal-chats');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction('rooms').objectStore('rooms').getAllKeys();
        reading.onsuccess = () => resolve(reading.result);
        opening.result.close();
      };
    });
  });

/** Waits until the device has stored these files, and a page to display them. */
async function waitUntilCached(page: Page, ...parts: string[]) {
  const hasPage = () => page.evaluate(async () => (await (await caches.open('portal-page')).match('/kept-page')) !== undefined);
  await expect.poll(hasPage, { timeout: 30_000 }).toBe(true);
  const missing = async () => {
    const cached = await files(page);
    return parts.filter((part) => !cached.some((path) => path.includes(part)));
  };
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
}

/** Opens screens that a guard needs at a site, until the device has stored them. */
async function visit(page: Page, ...screens: [path: string, name: string, file: string][]) {
  for (const [path, name, file] of screens) {
    await page.goto(path);
    await expect(title(page, name)).toBeVisible();
    await waitUntilCached(page, file);
  }
}
/** Damages the cached script with `part` in its path. */
async function spoil(page: Page, part: string) {
  await waitUntilCached(page, part);
  await page.evaluate(async (named) => {
    const cache = await caches.open('portal-files');
    const [file] = (await cache.keys()).filter(({ url }) => url.includes(named) && url.endsWith('.js'));
    if (!file) throw new Error(`no ${named} is kept`);
    await cache.put(file, new Response('half of it', { headers: { 'content-type': 'text/javascript' } }));
  }, part);
}
const onJob: [string, string, string] = [jobsPaths.onJob(), 'On Job', '/onJob.'];

test('a reload without a connection opens the screens that a guard needs at a site; their writes are sent later; a logout leaves nothing', async ({
  page,
  context,
  guard,
  postJobOfNow,
  awarded,
  staff,
}) => {
  const job = await postJobOfNow();
  await awarded(guard, job);
  await logIn(page, guard);
  await visit(
    page,
    [enotesPaths.list({ jobId: job.jobId }), 'eNotes', '/eNotes.'],
    [enotesPaths.write({ jobId: job.jobId }), 'E-Note', '/eNote.'],
    [documentsPaths.list(), 'My Documents', '/guard-documents.'],
    onJob,
  );
  await expect(page.getByText(job.title).first()).toBeVisible();
  await waitUntilCached(page, '/outbox.');

  await context.setOffline(true);
  await page.reload();
  await test.step('On Job: the shift, the age of the data, and an SOS that waits on the phone', async () => {
    await expect(title(page, 'On Job')).toBeVisible();
    await expect(page.getByText(job.title).first()).toBeVisible();
    await expect(shownAs(page)).toBeVisible();
    await expect(page.getByRole('link', { name: onJobLabels.call })).toHaveAttribute('href', 'tel:911');
    await page.getByRole('button', { name: /^SOS/ }).hover();
    await page.mouse.down();
    await expect(page.getByRole('status').filter({ hasText: /^Not sent yet$/ })).toBeVisible();
    await page.mouse.up();
  });
  await test.step('a typed address: the notes of the job, and a new one that waits on the phone', async () => {
    await page.goto(enotesPaths.list({ jobId: job.jobId }));
    await expect(title(page, 'eNotes')).toBeVisible();
    await expect(shownAs(page)).toBeVisible();
    await page.goto(enotesPaths.write({ jobId: job.jobId }));
    await page.getByLabel('Title').fill('Gate 3 is open');
    await page.getByLabel('Description').fill('Closed it at nine.');
    await press(page.getByRole('button', { name: 'Submit' }));
    await expect(page.getByRole('list', { name: 'Your e-notes' })).toContainText('On this phone, waiting to be sent');
  });
  await test.step('the licence card', async () => {
    await page.goto(documentsPaths.list());
    await expect(title(page, 'My Documents')).toBeVisible();
    await press(page.getByRole('button', { name: 'Licence card' }));
    await expect(page.getByRole('dialog', { name: 'Security guard licence' })).toContainText('Guard Portal');
    await page.keyboard.press('Escape');
  });
  await test.step('with a connection again everything is sent, and the page is current', async () => {
    await page.goto(jobsPaths.onJob());
    await expect(shownAs(page)).toBeVisible();
    await context.setOffline(false);
    await expect(shownAs(page)).toBeHidden();
    await expect.poll(async () => (await staff.call(openSos, {})).some(({ jobTitle }) => jobTitle === job.title)).toBe(true);
    await expect
      .poll(async () => (await staff.call(staffEnotes, { jobId: job.jobId })).docs.map((note) => note.title))
      .toEqual(['Gate 3 is open']);
  });
  await test.step('a logout leaves no data of the guard', async () => {
    const data = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('portal-data-')));
    expect(await data()).toEqual([`portal-data-${guard.id}`]);
    await logOut(page);
    await expect.poll(data).toEqual([]);
    await context.setOffline(true);
    await page.goto(jobsPaths.onJob());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(job.title)).toHaveCount(0);
  });
});

test('an upcoming shift is on the phone before it is opened: On Job, the e-note, the chat and the licence card', async ({
  page,
  context,
  guard,
  postJobOfNow,
  awarded,
  staff,
}) => {
  const job = await postJobOfNow();
  await awarded(guard, job);
  await staff.call(writeChat, { jobId: job.jobId, message: 'The north gate is yours.' });
  await logIn(page, guard);
  await page.goto(jobsPaths.search());
  await waitUntilCached(page, '/onJob.', '/eNote.', '/eNotes.', '/chat.', '/thread.', '/guard-documents.', '/outbox.');
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  const missing = async () => {
    const [cached, all] = await Promise.all([files(page), fetched()]);
    return all.filter((path) => /^\/modules\/.*\.(js|css)$/.test(path) && !cached.includes(path));
  };
  await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
  const replies = () =>
    page.evaluate(async (id) => (await (await caches.open(`portal-data-${id}`)).keys()).map(({ url }) => url), guard.id);
  for (const call of ['shifts.current', 'shifts.break-reasons', 'shifts.end-job-reasons', 'enotes.jobs', 'enotes.list'])
    await expect.poll(replies, { timeout: 30_000 }).toContainEqual(expect.stringContaining(call));
  await expect.poll(() => chatRows(page), { timeout: 30_000 }).toEqual([`${guard.id} messages`, `${guard.id} rooms`]);

  await context.setOffline(true);
  await page.goto(jobsPaths.onJob());
  await expect(title(page, 'On Job')).toBeVisible();
  await expect(page.getByText(job.title).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Call site/ })).toHaveAttribute('href', 'tel:+14165550142');
  await expect(page.getByRole('link', { name: /^Call dispatch/ })).toHaveAttribute('href', /^tel:\+1\d{10}$/);
  await expect(page.getByRole('group', { name: 'SOS alert' })).toBeInViewport();
  await page.goto(enotesPaths.write({ jobId: job.jobId }));
  await expect(title(page, 'E-Note')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeEnabled();
  await test.step('the chats, and the newest messages of the shift', async () => {
    await page.goto(chatPaths.rooms());
    await press(page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: new RegExp(job.title) }));
    await expect(page.getByRole('log').getByText('The north gate is yours.')).toBeVisible();
    await expect(page.getByText(/^Shown as of .+, no connection\. We will send your messages/)).toBeVisible();
  });
  await test.step('the licence card', async () => {
    await page.goto(documentsPaths.list());
    await press(page.getByRole('button', { name: 'Licence card' }));
    const card = page.getByRole('dialog', { name: 'Security guard licence' });
    await expect(card).toContainText('Guard Portal');
    await expect(card).toContainText('Licence number');
    await page.keyboard.press('Escape');
  });
  await test.step('a logout leaves no data of the chats', async () => {
    await context.setOffline(false);
    await page.goto(jobsPaths.onJob());
    await expect(shownAs(page)).toBeHidden();
    await logOut(page);
    await expect.poll(() => chatRows(page)).toEqual([]);
  });
});

test('removes a version that was quarantined while the phone was offline as soon as it is online, and does not open it offline again', async ({
  page,
  context,
  guard,
  stand,
  portalCommand,
}) => {
  const next = `1.0.1-kept.${Date.now().toString(36)}`;
  await publishChanged(stand, 'mf-jobs', { version: next });
  await logIn(page, guard);
  await visit(page, onJob);
  const before = await executingVersion(page, 'mf-jobs');

  await portalCommand('activate', 'mf-jobs', next, '--why', 'journey');
  await expect.poll(() => executingVersion(page, 'mf-jobs'), { timeout: 30_000 }).toBe(next);
  await waitUntilCached(page, `/mf-jobs/${next}/onJob.`);

  await context.setOffline(true);
  await page.reload();
  await expect(title(page, 'On Job')).toBeVisible();
  expect(await executingVersion(page, 'mf-jobs')).toBe(next);
  await portalCommand('rollback', 'mf-jobs', '--reason', 'journey: taken back while this phone is away');
  await context.setOffline(false);
  await expect.poll(() => executingVersion(page, 'mf-jobs'), { timeout: 30_000 }).toBe(before);
  await waitUntilCached(page, `/mf-jobs/${before}/onJob.`);
  await expect.poll(async () => (await files(page)).filter((path) => path.includes(next))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await expect(title(page, 'On Job')).toBeVisible();
  expect(await executingVersion(page, 'mf-jobs')).toBe(before);
});

test('requests a damaged cached file from the portal host again, and blames no release', async ({
  page: first,
  context,
  guard,
  noise,
  stand,
}) => {
  noise.expected.push(/integrity|ChunkLoadError|could not be loaded/);
  await logIn(first, guard);
  await visit(first, onJob);
  const good = stand.good['mf-jobs'] ?? '';
  /** A new page without data of the previous one. */
  async function openAnew(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(jobsPaths.onJob());
    return page;
  }
  const refused = (file: string) => noise.heard.some((line) => line.includes("'integrity' attribute") && line.includes(file));
  let page = first;
  for (const file of [`/mf-jobs/${good}/remoteEntry.`, `/mf-jobs/${good}/onJob.`]) {
    await spoil(page, file);
    await page.close();
    page = await openAnew();
    await expect(title(page, 'On Job')).toBeVisible();
    await expect.poll(() => refused(file), 'the browser was given the damaged one').toBe(true);
    expect([await executingVersion(page, 'mf-jobs'), await readFailures(page)]).toEqual([good, []]);
    await waitUntilCached(page, file);
  }
  await test.step('also for a file of the shell: it has no fallback here, and the guard tries again', async () => {
    await spoil(page, '/shell.');
    await page.close();
    page = await openAnew();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(title(page, 'On Job')).toBeVisible();
  });
});

test('one command removes the service worker and its caches from a phone, and another restores it', async ({
  page,
  context,
  guard,
  portalCommand,
}) => {
  await logIn(page, guard);
  await visit(page, onJob);
  const remaining = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).filter((name) => name.startsWith('portal-')),
    }));
  await portalCommand('kill-worker', '--reason', 'journey');
  await expect.poll(remaining, { timeout: 30_000 }).toEqual({ workers: 0, caches: [] });
  await page.goto(jobsPaths.onJob());
  await expect(title(page, 'On Job')).toBeVisible();
  await context.setOffline(true);
  await expect(page.reload()).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  await context.setOffline(false);

  await portalCommand('keep-worker', '--why', 'journey');
  await visit(page, onJob);
  await context.setOffline(true);
  await page.reload();
  await expect(title(page, 'On Job')).toBeVisible();
});
