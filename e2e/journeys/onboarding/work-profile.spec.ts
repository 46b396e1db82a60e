import type { Page } from '@playwright/test';
import { saveWorkProfile as saveEndpoint } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { approveGuard, setLicence } from '@portal/contracts/guards/guards.staff';
import { workProfileMessages } from '@portal/contracts/guards/guards.work-profile';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { loseSignal, press } from '../../support/chrome';
import { endSessionAt } from '../../support/endSession';
import { expect, logIn, test } from '../../support/fixtures';
import { fillWorkProfile, saveWorkProfile } from '../../support/workProfile';

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const draftNotice = (page: Page) => page.getByText(/We kept what you entered/);

async function expectFilled(page: Page) {
  await expect(page.getByRole('slider')).toHaveValue('40');
  await expect(page.getByLabel('Public transport')).toBeChecked();
  await expect(page.getByLabel('Large', { exact: true })).toBeChecked();
  await expect(page.getByRole('combobox', { name: 'Address' })).toHaveValue('12 King St W');
  await expect(page.getByLabel('City')).toHaveValue('Oshawa');
  await expect(page.getByLabel('State (province)')).toHaveValue('Ontario');
  await expect(page.getByLabel('Concierge', { exact: true })).toBeChecked();
}

test('[WORKPROFILE-30] the work profile survives a reload, the end of the session and a lost connection; then the guard waits, is approved, and sees My Profile', async ({
  page,
  staff,
  guardAt,
  noise,
  context,
}) => {
  const guard = await guardAt('work-profile');
  await logIn(page, guard);
  await heading(page, 'Work Profile');
  await fillWorkProfile(page);
  await expectFilled(page);
  // Text is stored when the page is left, even if it was typed just before.
  await page.reload();
  await expect(draftNotice(page)).toBeVisible();
  await expectFilled(page);

  noise.expected.push(/status of 401/);
  await endSessionAt(page, saveEndpoint);
  await page.getByLabel('Postal code').fill('L1H 1A1');
  await saveWorkProfile(page);
  await heading(page, 'Log in');
  await logIn(page, guard);
  await heading(page, 'Work Profile');
  await expect(draftNotice(page)).toBeVisible();
  await expectFilled(page);
  await expect(page.getByLabel('Postal code')).toHaveValue('L1H1A1');

  noise.expected.push(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await loseSignal(page);
  await saveWorkProfile(page);
  await expect(page.getByText(workProfileMessages.notSaved)).toBeVisible();
  await expectFilled(page);
  await context.setOffline(false);
  await saveWorkProfile(page);
  await expect(page).toHaveURL(onboardingPaths.thankYou({ isLicense: 'full' }));
  await heading(page, thankYouCopy.title);

  await staff.call(approveGuard, { guard: guard.id });
  await expect(page).toHaveURL(guardsPaths.myProfile({ id: guard.id }));
  await expect(page.getByText(thankYouCopy.approved)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL(guardsPaths.myProfile({ id: guard.id }));
  await page.goto(onboardingPaths.workProfile({ id: guard.id }, { isShow: 'with_login' }));
  await heading(page, 'Work Profile');
  await expectFilled(page);
  await expect(page.getByLabel('Postal code')).toHaveValue('L1H1A1');
  await expect(draftNotice(page)).toHaveCount(0);
});

test('a guard without a licence number waits, and continues with the privacy step after it is recorded', async ({
  page,
  staff,
  guardAt,
}) => {
  const guard = await guardAt('licence');
  await logIn(page, guard);
  await heading(page, thankYouCopy.title);
  await staff.call(setLicence, { guard: guard.id, licenseNumber: '12345678' });
  await expect(page).toHaveURL(onboardingPaths.privacy({ id: guard.id }));
  await expect(page.getByText(thankYouCopy.licenceRecorded)).toBeVisible();
  await heading(page, 'Privacy policy');
});

test('[ROUTING-13/3, REVIEW-17/1, REVIEW-17/2] the work profile leads to the review; its Submit opens it with login, and the guard then waits for approval', async ({
  page,
  guardAt,
}) => {
  const guard = await guardAt('work-profile');
  await logIn(page, guard);
  await heading(page, 'Work Profile');
  await press(page.getByRole('link', { name: 'Review your registration' }));
  await heading(page, reviewCopy.title);
  await expect(page.getByText(guard.email)).toBeVisible();
  await expect(page.getByRole('link', { name: reviewCopy.previous })).toHaveAttribute(
    'href',
    onboardingPaths.registration({ id: guard.id }),
  );
  await press(page.getByRole('link', { name: reviewCopy.submit }));
  await expect(page).toHaveURL(onboardingPaths.workProfile({ id: guard.id }, { isShow: 'with_login' }));
  await heading(page, 'Work Profile');
  await fillWorkProfile(page);
  await page.getByLabel('Postal code').fill('L1H1A1');
  await saveWorkProfile(page);
  await expect(page).toHaveURL(onboardingPaths.thankYou({ isLicense: 'full' }));
});

test('[WORKPROFILE-02, WORKPROFILE-29] with login the page has the header, and saving leads to My Profile', async ({ page, guard }) => {
  const header = page.getByRole('navigation', { name: 'Main' });
  await logIn(page, guard);
  await page.goto(onboardingPaths.workProfile({ id: guard.id }, { isShow: 'with_out_login' }));
  await heading(page, 'Work Profile');
  await expect(header).toHaveCount(0);
  await page.goto(onboardingPaths.workProfile({ id: guard.id }, { isShow: 'with_login' }));
  await heading(page, 'Work Profile');
  await expect(header.first()).toBeAttached();
  await fillWorkProfile(page);
  await page.getByLabel('Postal code').fill('L1H1A1');
  await saveWorkProfile(page);
  await expect(page).toHaveURL(guardsPaths.myProfile({ id: guard.id }));
});
