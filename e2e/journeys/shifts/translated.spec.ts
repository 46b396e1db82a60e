import { emergencyCall } from '@portal/contracts/_kernel/emergency';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { changeAsExtensionsDo } from '../../support/foreignChanges';

test('a guard whose browser translates the page arrives and starts, and keeps SOS and 911', async ({
  page,
  context,
  guard,
  postJobOfOneShift,
  awarded,
}) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 43.6532, longitude: -79.3832, accuracy: 15 });
  await changeAsExtensionsDo(page);
  await logIn(page, guard);
  await awarded(guard, await postJobOfOneShift());
  await page.goto(jobsPaths.onJob());
  const hasEmergency = async () => {
    await expect(page.getByRole('button', { name: /^SOS/ })).toBeVisible();
    await expect(page.getByRole('main').locator(`a[href="${emergencyCall}"]`).first()).toBeVisible();
  };

  await press(page.getByRole('button', { name: onJobLabels.arrived }));
  await expect(page.getByRole('button', { name: onJobLabels.start })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What you did' }).getByRole('listitem').filter({ hasText: 'Arrival' })).toContainText('Sent');
  await hasEmergency();

  await press(page.getByRole('button', { name: onJobLabels.start }));
  await expect(page.getByRole('button', { name: onJobLabels.start })).toBeHidden();
  await expect(page.getByText('Running', { exact: true }).first()).toBeVisible();
  await hasEmergency();
});
