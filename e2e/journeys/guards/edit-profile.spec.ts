import type { Page } from '@playwright/test';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { makeBitmap, makePicture, readStoredPicture } from '../../support/pictures';

const field = (page: Page, label: string) => page.getByRole('group', { name: label });
const choose = (page: Page, label: string) => field(page, label).locator('input[type=file]').first();

test('[EDITPROFILE-32/2, MYPROFILE-18] a profile is edited, reloaded before it is saved, and saved: large pictures and other types are converted to JPEG first', async ({
  page,
  guard,
}) => {
  await logIn(page, guard);
  await page.goto(guardsPaths.myProfile({ id: guard.id }));
  await press(page.getByRole('link', { name: 'Edit Profile' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Profile' })).toBeFocused();

  await page.getByLabel('First name').fill('Grace');
  await choose(page, 'Profile photo').setInputFiles(
    await makePicture(page, { type: 'image/png', isNoise: true, width: 1600, height: 1200 }),
  );
  await expect(field(page, 'Profile photo').getByText(/^photo\.jpg ((1\.\d|2\.[01]) MB|\d+ kB)$/)).toBeVisible();
  await choose(page, 'Licence image').setInputFiles(makeBitmap('card.bmp'));
  await expect(field(page, 'Licence image').getByText(/^card\.jpg \S+ k?B$/)).toBeVisible();

  await page.reload();
  await expect(page.getByText(/We kept what you entered on/)).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Grace');
  await expect(field(page, 'Profile photo')).toContainText('photo.jpg');

  await page.getByLabel('Licence expiry date').fill('31/12/2035');
  await press(page.getByRole('button', { name: 'Save changes' }));
  await expect(page).toHaveURL(guardsPaths.myProfile({ id: guard.id }));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: /^Grace / })).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const reply = await page.request.get(fullPath(profile).replace(':id', guard.id), { headers: { authorization: `Bearer ${token}` } });
  const { profileImage, securityRegistrationDocument, securityRegistrationExpiryDate } = (await reply.json()).data.guard;
  expect(securityRegistrationExpiryDate).toBe('2035-12-31');
  expect((await readStoredPicture(page, profileImage)).bytes).toBeLessThanOrEqual(limits.imageBytes);
  expect(await readStoredPicture(page, securityRegistrationDocument)).toMatchObject({ width: 64, height: 48 });

  await press(page.getByRole('link', { name: 'Employment Details' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Previous Employers' })).toBeFocused();
  await press(page.getByRole('link', { name: /^(Add|Edit)$/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'Change your registration' })).toBeVisible();
});
