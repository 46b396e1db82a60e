import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { callAs } from '../../support/api';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { openLive } from '../../support/live';

test('five guards apply; the sixth, whose page still offers it, is refused with the stated text', async ({
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
  // A realtime channel that opens later would refresh the page and show the other applications.
  await openLive(page, jobsPaths.search({ searchBy: job.title }));
  await press(page.getByRole('link', { name: `View More: ${job.title}` }));
  await expect(page.getByRole('button', { name: applicationMessages.applyNow })).toBeEnabled();
  // The page receives no events about other guards, so its button is as old as its last read.
  const application = { userId: job.jobId, jobId: job.jobId, shiftId: job.shiftIds[0] as string, isApply: 1 };
  for (const other of others) await callAs(String(baseURL), other, applyForJob, application);
  await press(page.getByRole('button', { name: applicationMessages.applyNow }));
  await expect(page.getByRole('button', { name: applicationMessages.full })).toBeDisabled();
  await expect(page.getByRole('status').filter({ hasText: applicationMessages.full }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: applicationMessages.full })).toBeDisabled();
});
