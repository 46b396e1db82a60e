import type { Page } from '@playwright/test';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { staffEnotes } from '@portal/contracts/enotes/enotes.staff';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../../support/fixtures';

const note = { title: 'Gate 3 is open', description: 'Closed it at nine.' };

test('stores one note when two tabs submit the same draft at the same moment', async ({ page, context, guard, job, staff, awarded }) => {
  // The tabs exchange no message about the draft, so both send it.
  await context.addInitScript(() => {
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name.startsWith('portal-draft') ? `${name} ${Math.random()}` : name);
      }
    };
  });
  await awarded(guard, job);
  await logIn(page, guard);
  await page.goto(enotesPaths.write({ jobId: job.jobId }));
  await page.getByLabel('Title').fill(note.title);
  await page.getByLabel('Description').fill(note.description);
  const other = await context.newPage();
  await expect(async () => {
    await other.goto(enotesPaths.write({ jobId: job.jobId }));
    await expect(other.getByLabel('Description')).toHaveValue(note.description, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
  const submit = (tab: Page) => tab.getByRole('button', { name: 'Submit' }).click();
  await Promise.all([submit(page), submit(other)]);
  // Each tab has its reply before the notes are counted.
  for (const tab of [page, other]) await expect(tab).toHaveURL(jobsPaths.onJob(), { timeout: 30_000 });
  const stored = async () => (await staff.call(staffEnotes, { jobId: job.jobId })).docs.map(({ title }) => title);
  await expect.poll(stored, { timeout: 30_000 }).toEqual([note.title]);
});
