import type { Page } from '@playwright/test';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { approveGuard } from '@portal/contracts/guards/guards.staff';
import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { thankYouCopy } from '@portal/contracts/onboarding/onboarding.copy';
import { otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { press } from '../../support/chrome';
import { expect, test } from '../../support/fixtures';
import { registrationForm } from '../../support/registration';
import { fillSignUp, waitForMailedCode } from '../../support/signUp';

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('[ROUTING-12] from a visitor to an approved guard: sign-up, agreements, code, registration, review, work profile, approval', async ({
  page,
  staff,
  newcomer,
}) => {
  await fillSignUp(page, newcomer);
  await page.getByLabel('Yes').check();
  await page.getByLabel('Security guard licence number').fill('12345678');
  await press(page.getByRole('button', { name: 'Register' }));
  for (const title of ['Privacy policy', 'Terms & Conditions', 'Independent Contractor Agreement']) {
    await heading(page, title);
    await press(page.getByRole('button', { name: agreementMessages.agree }));
  }
  await heading(page, 'Terms of Use');
  await page.getByLabel(otpMessages.submitAll).check();
  await page.getByLabel(otpMessages.individual).check();
  await page.getByLabel('One-time code').fill(await waitForMailedCode(staff, newcomer.email));
  await press(page.getByRole('button', { name: 'Continue' }));

  await heading(page, 'Registration');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const registration = registrationForm(page);
  await registration.fill();
  await registration.save();
  await heading(page, 'Work Profile');
  await press(page.getByRole('link', { name: 'Review your registration' }));
  await heading(page, reviewCopy.title);
  await expect(page.getByText('Ada Lee Marsh')).toBeVisible();
  await press(page.getByRole('link', { name: reviewCopy.submit }));

  await heading(page, 'Work Profile');
  await page.getByRole('spinbutton', { name: /willing to travel/ }).fill('40');
  await press(page.getByText('Public transport'));
  await press(page.getByText('Large', { exact: true }));
  await page.getByRole('combobox', { name: 'Address' }).fill('12 King St W, Osh');
  await press(page.getByRole('option', { name: 'Oshawa, Ontario' }));
  await expect(page.getByLabel('City')).toHaveValue('Oshawa');
  await page.getByLabel('Postal code').fill('L1H 1A1');
  await press(page.getByText('Concierge', { exact: true }));
  await press(page.getByRole('button', { name: 'Save work profile' }));

  await expect(page).toHaveURL(onboardingPaths.thankYou({ isLicense: 'full' }));
  await heading(page, thankYouCopy.title);
  await staff.call(approveGuard, { guard: id });
  await expect(page).toHaveURL(guardsPaths.myProfile({ id }));
  await expect(page.getByText(thankYouCopy.approved)).toBeVisible();
});
