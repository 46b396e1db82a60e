import { session } from '@portal/contracts/auth/auth.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { expect, logIn, test } from '../../support/fixtures';
import { apiCall } from '../../support/staff';

const HOURS = 3;
const words = `This device's clock is off by ${HOURS} hours. Times here follow our server.`;

test('a guard whose phone is three hours slow sees one calm notice', async ({ page, guard }) => {
  await page.clock.install({ time: new Date(Date.now() - HOURS * 3_600_000) });
  await logIn(page, guard);
  await expect(page.getByText(words)).toBeVisible();

  const sessionReply = page.waitForResponse((response) => apiCall(session)(new URL(response.url())));
  await page.goto(jobsPaths.search());
  await (await sessionReply).finished();
  await expect(page.getByRole('heading', { level: 1, name: 'Search Jobs' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(words)).toHaveCount(0);
});
