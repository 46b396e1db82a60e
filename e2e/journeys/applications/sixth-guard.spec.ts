import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { callAs } from '../../support/api';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { openLive } from '../../support/live';

test('five guards apply; the sixth, whose page still offers it, is refused in the stated words', async ({
  page,
  guard,
  job,
  guardAt,
  baseURL,
  noise,
}) => {
  noise.refusal(409, applyForJob);
  const others = await Promise.all(Array.from({ length: 5 }, () => guardAt('done')));
  await logIn(page, guard);
  // A line that opens later reads again what stands on the page: it would hear of the others.
  await openLive(page, jobsPaths.search({ searchBy: job.title }));
  await press(page.getByRole('link', { name: `View More: ${job.title}` }));
  await expect(page.getByRole('button', { name: applicationMessages.applyNow })).toBeEnabled();
  // The page hears of nothing that other guards do: its button is as old as its last look.
  const application = { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] as string, isApply: 1 };
  for (const other of others) await callAs(String(baseURL), other, applyForJob, application);
  await press(page.getByRole('button', { name: applicationMessages.applyNow }));
  await expect(page.getByRole('button', { name: applicationMessages.full })).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: applicationMessages.full }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: applicationMessages.full })).toBeDisabled();
});
