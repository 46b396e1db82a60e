import type { Page } from '@playwright/test';
import { copy } from '@portal/contracts/_kernel/copy';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { registrationMessages } from '@portal/contracts/guards/guards.registration';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { reviewCopy } from '@portal/contracts/guards/guards.review';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { logOut, loseSignal, press, waitForIdleNetwork } from '../../support/chrome';
import { endSessionAt } from '../../support/endSession';
import { expect, logIn, test } from '../../support/fixtures';
import { makePicture } from '../../support/pictures';
import { choose, registrationForm } from '../../support/registration';
import { apiCall } from '../../support/staff';

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Delays the calls of an endpoint until the returned function is called. */
async function holdBack(page: Page, endpoint: Parameters<typeof apiCall>[0]): Promise<() => void> {
  let letThrough = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(apiCall(endpoint), async (route) => {
    await released;
    await route.continue();
  });
  return letThrough;
}

test('[REG-49] the registration survives a reload, the end of the session and a lost connection, including chosen files; then the work profile is next', async ({
  page,
  guardAt,
  noise,
  context,
}) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  await heading(page, 'Registration');
  const registration = registrationForm(page);
  await registration.fill();
  await registration.expectFilled();
  // Text is stored when the page is left, even if it was typed just before.
  await page.reload();
  await expect(registration.kept).toBeVisible();
  await registration.expectFilled();

  noise.expected.push(/status of 401/);
  await endSessionAt(page, updateGuard);
  await registration.save();
  await heading(page, 'Log in');
  await logIn(page, guard);
  await expect(registration.kept).toBeVisible();
  await registration.expectFilled();

  noise.expected.push(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await loseSignal(page);
  await registration.save();
  await expect(registration.form.getByText(copy.offline)).toBeVisible();
  await registration.expectFilled();
  await context.setOffline(false);
  await registration.save();
  await expect(page).toHaveURL(onboardingPaths.workProfile({ id: guard.id }, { isShow: 'with_out_login' }));

  await press(page.getByRole('link', { name: 'Review your registration' }));
  await heading(page, reviewCopy.title);
  for (const text of ['AB-12.3 4', 'D 99', 'North Gate Security', 'Supervisor']) await expect(page.getByText(text)).toBeVisible();
  await press(page.getByRole('link', { name: reviewCopy.previous }));
  await expect(registration.document(2).getByLabel('Identification number')).toHaveValue('D 99');
  await expect(registration.kept).toBeHidden();
});

test('a guard who continues while the portal still reads the saved registration is not moved back', async ({ page, guardAt }) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  const registration = registrationForm(page);
  await registration.fill();
  const answer = await holdBack(page, profile);
  const profileRequest = page.waitForRequest((request) => apiCall(profile)(new URL(request.url())));
  await registration.save();
  await profileRequest;
  // The event of the server has already moved the guard on.
  await heading(page, 'Work Profile');
  await press(page.getByRole('link', { name: 'Review your registration' }));
  await heading(page, reviewCopy.title);
  answer();
  await expect(page.getByText('North Gate Security')).toBeVisible();
  await waitForIdleNetwork(page);
  await expect(page).toHaveURL(onboardingPaths.review({ id: guard.id }));
});

test('a guard can read the agreement again while the registration is sent; it is saved, with a message', async ({ page, guardAt }) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  const registration = registrationForm(page);
  await registration.fill();
  const answer = await holdBack(page, updateGuard);
  await registration.save();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await press(page.getByRole('link', { name: 'Previous' }));
  await heading(page, 'Independent Contractor Agreement');
  answer();
  await expect(page.getByText(registrationMessages.saved)).toBeVisible();
  await waitForIdleNetwork(page);
  await expect(page).toHaveURL(onboardingPaths.agreement({ id: guard.id }));
  await page.goBack();
  await heading(page, 'Registration');
  await expect(registration.kept).toBeHidden();
});

test('hides a draft from the next guard, deletes it at logout, and deletes it when the guard starts over', async ({ page, guardAt }) => {
  const [ada, bo] = [await guardAt('registration'), await guardAt('registration')];
  const registration = registrationForm(page);
  await logIn(page, ada);
  await registration.employer(1).getByLabel('Employer name').fill('North Gate Security');
  await logOut(page);
  await logIn(page, bo);
  await expect(registration.employer(1).getByLabel('Employer name')).toHaveValue('');
  await expect(registration.kept).toBeHidden();
  await logOut(page);
  await logIn(page, ada);
  await expect(registration.employer(1).getByLabel('Employer name')).toHaveValue('');
  await expect(registration.kept).toBeHidden();

  await registration.employer(1).getByLabel('Employer name').fill('North Gate Security');
  await page.reload();
  await expect(registration.kept).toBeVisible();
  await expect(registration.employer(1).getByLabel('Employer name')).toHaveValue('North Gate Security');
  await press(page.getByRole('button', { name: 'Start over' }));
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Start over' }));
  await expect(registration.employer(1).getByLabel('Employer name')).toHaveValue('');
  await page.reload();
  await expect(registration.employer(1)).toBeVisible();
  await expect(registration.kept).toBeHidden();
});

test('an upload is cancelled and nothing is lost', async ({ page, guardAt }) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  const registration = registrationForm(page);
  await registration.fill();
  await page.route('**/update-guard/**', () => undefined);
  await registration.save();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await press(page.getByRole('button', { name: 'Cancel' }));
  await expect(page.getByText(copy.cancelled)).toBeVisible();
  await registration.expectFilled();
  await page.unroute('**/update-guard/**');
  await registration.save();
  await expect(page).toHaveURL(onboardingPaths.workProfile({ id: guard.id }, { isShow: 'with_out_login' }));
});

test('transparent parts of a picture become white, not black', async ({ page, guardAt }) => {
  const guard = await guardAt('registration');
  await logIn(page, guard);
  const { licence } = registrationForm(page);
  await choose(licence, await makePicture(page, { name: 'clear.png', type: 'image/png', colour: 'rgb(0 0 0 / 0)' }));
  await expect(licence).toContainText('clear.jpg');
  const corner = await licence.locator('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d') as OffscreenCanvasRenderingContext2D;
    pen.drawImage(image, 0, 0);
    return [...pen.getImageData(2, 2, 1, 1).data];
  });
  expect(corner).toEqual([255, 255, 255, 255]);
});
