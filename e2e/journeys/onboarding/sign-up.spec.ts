import type { Page } from '@playwright/test';
import { BASE } from '@portal/contracts/_kernel/endpoint';
import { register } from '@portal/contracts/auth/auth.endpoints';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { agree, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { expect, logIn, test } from '../../support/fixtures';
import { fillSignUp, waitForMailedCode } from '../../support/signUp';

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('[OTP-14, OTP-15, OTP-16, OTP-17] a visitor registers, agrees three times, enters the code from the mailbox and has a session', async ({
  page,
  staff,
  context,
  newcomer,
  noise,
}) => {
  noise.refusal(400, verifyOtp);
  const { mobile } = newcomer;
  await fillSignUp(page, newcomer);
  await page.getByLabel('Yes').check();
  await page.getByLabel('Security guard licence number').fill('12345678');
  await page.getByRole('button', { name: 'Register' }).click();

  for (const title of ['Privacy policy', 'Terms & Conditions', 'Independent Contractor Agreement']) {
    await heading(page, title);
    await expect(page.getByTestId('rich-text').getByRole('heading').first()).toBeVisible();
    await page.getByRole('button', { name: agreementMessages.agree }).click();
  }

  await heading(page, 'Terms of Use');
  const cookie = (await context.cookies(`${new URL(page.url()).origin}${BASE}/`)).find(({ name }) => name === 'registration');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const code = await waitForMailedCode(staff, mobile);
  await page.getByLabel('One-time code').fill(code === '0000' ? '1111' : '0000');
  await page.getByLabel(otpMessages.submitAll).check();
  await page.getByLabel(otpMessages.individual).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').getByText(otpMessages.invalid)).toBeVisible();
  await page.reload();
  await page.getByLabel(otpMessages.submitAll).check();
  await page.getByLabel(otpMessages.individual).check();
  await page.getByLabel('One-time code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/guard\/registration\/[0-9a-f-]{36}$/);
  await expect(page.getByText(otpMessages.verified)).toBeVisible();
  const guardId = new URL(page.url()).pathname.split('/').at(-1);
  const cookies = await context.cookies(page.url());
  expect(cookies.find(({ name }) => name === 'token')?.value).toMatch(/^[\w-]{43}$/);
  expect(cookies.find(({ name }) => name === 'token')?.value).toBe(await page.evaluate(() => localStorage.getItem('token')));
  expect(cookies.find(({ name }) => name === 'guardId')?.value).toBe(guardId);
  const guard: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem('guardInfo') ?? '{}'));
  expect(guard).toMatchObject({ id: guardId, isVerifyOtp: true, firstName: 'Ada', lastName: 'Marsh', email: newcomer.email });
});

test('a visitor without a licence waits; the same address again is refused and the form is kept', async ({ page, newcomer, noise }) => {
  noise.refusal(409, register);
  await fillSignUp(page, newcomer);
  await page.getByLabel('No', { exact: true }).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/thankYou\?isLicense=$/);
  await heading(page, 'Thank you for registering');

  await fillSignUp(page, newcomer);
  await page.getByLabel('No', { exact: true }).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(signupMessages.emailKnown).first()).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});

test("another guard's step cannot be taken with their id", async ({ page, staff, newcomer, noise }) => {
  noise.refusal(401, agree);
  const { email } = newcomer;
  await fillSignUp(page, newcomer);
  await page.getByLabel('Yes').check();
  await page.getByLabel('Security guard licence number').fill('12345678');
  await page.getByRole('button', { name: 'Register' }).click();
  await heading(page, 'Privacy policy');
  await page.context().clearCookies();
  await page.getByRole('button', { name: agreementMessages.agree }).click();
  await expect(page.getByText(agreementMessages.notThisBrowser)).toBeVisible();
  await heading(page, 'Privacy policy');
  expect(await staff.call(readMailbox, { to: email })).toEqual([]);
});

test('a guard who logs in again continues at their step, with the token instead of the cookie', async ({ page, staff, guardAt }) => {
  const guard = await guardAt('privacy');
  await logIn(page, guard);
  for (const title of ['Privacy policy', 'Terms & Conditions', 'Independent Contractor Agreement']) {
    await heading(page, title);
    await page.getByRole('button', { name: agreementMessages.agree }).click();
  }
  await heading(page, 'Terms of Use');
  const code = await waitForMailedCode(staff, guard.email);
  await page.getByLabel(otpMessages.submitAll).check();
  await page.getByLabel(otpMessages.individual).check();
  await page.getByLabel('One-time code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(onboardingPaths.registration({ id: guard.id }));
});
