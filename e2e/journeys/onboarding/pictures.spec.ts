import type { Page } from '@playwright/test';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { makePicture, readStoredPicture } from '../../support/pictures';
import { apiCall } from '../../support/staff';

const field = (page: Page, label: string) => page.getByRole('group', { name: label });
const gallery = (page: Page, label: string) => field(page, label).locator('input[type=file]').first();

test('pictures of a phone arrive small, upright and without their position; another file shows a message and changes nothing', async ({
  page,
  guardAt,
}) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  await expect(page.getByLabel('Licence expiry date')).toBeVisible();

  await gallery(page, 'Licence image').setInputFiles(
    await makePicture(page, { type: 'image/png', isNoise: true, width: 2200, height: 800 }),
  );
  await expect(field(page, 'Licence image').getByText(/MB|kB/)).toBeVisible();
  await gallery(page, 'Licence image').setInputFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ no picture') });
  await expect(field(page, 'Licence image').getByRole('alert')).toContainText('The picture you had is still here.');

  await page.getByLabel('Licence expiry date').fill('31/12/2035');
  await page.getByLabel('Identification type').selectOption('Drivers license');
  await page.getByLabel('Identification number').fill('K12-34.5');
  await gallery(page, 'Identification file').setInputFiles(await makePicture(page, { fromPhone: true, width: 640, height: 400 }));
  await expect(field(page, 'Identification file').getByText('photo.jpg')).toBeVisible();

  const saving = page.waitForResponse((reply) => apiCall(updateGuard)(new URL(reply.url()), reply.request().method()));
  await press(page.getByRole('button', { name: /^Save/ }));
  expect((await saving).status()).toBe(200);
  await expect(page).toHaveURL(/\/work-profile\//);

  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const reply = await page.request.get(fullPath(profile).replace(':id', guard.id), { headers: { authorization: `Bearer ${token}` } });
  const { identityDocuments, securityRegistrationDocument } = (await reply.json()).data.guard;
  const licence = await readStoredPicture(page, securityRegistrationDocument);
  expect(licence.bytes).toBeLessThanOrEqual(limits.imageBytes);
  expect([licence.width, licence.height]).toEqual([2000, 727]);
  expect(await readStoredPicture(page, identityDocuments[0].idProof)).toMatchObject({ width: 400, height: 640, hasNotes: false });
});
