import { challengePasskey, factorMessages } from '@portal/contracts/auth/auth.factors';
import { bankMessages } from '@portal/contracts/guards/guards.bank';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { expireConfirmations, readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { expect, logIn, test } from '../../support/fixtures';

test('a guard adds a passkey, and confirms a change of the bank details with it', async ({ page, guard, staff, noise }) => {
  noise.refusal(403, saveBank);
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await logIn(page, guard);
  await page.goto(`${guardsPaths.settings()}#factors`);
  const part = page.getByRole('region', { name: 'Second factor' });
  await part.getByRole('button', { name: 'Add a passkey' }).click();
  const naming = page.getByRole('dialog', { name: 'Add a passkey' });
  await naming.getByLabel('Name').fill('My laptop');
  await naming.getByRole('button', { name: 'Continue' }).click();
  await expect(part.getByRole('heading', { name: 'My laptop' })).toBeVisible();
  await expect(page.getByText(factorMessages.added)).toBeVisible();
  expect((await staff.call(readMailbox, { to: guard.email }))[0]).toMatchObject({ subject: 'A second factor was added to your account' });

  await page.goto(guardsPaths.myAccount());
  await page.getByLabel('Account holder name').fill('Test Guard');
  await page.getByLabel('Transit number').fill('01234');
  await page.getByLabel('Institution number').fill('004');
  await page.getByLabel('Account number').fill('91234567');
  await page.getByLabel('Individual').check();
  await staff.call(expireConfirmations, { guard: guard.id });
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByLabel('Your password', { exact: true })).toBeHidden();
  const challenged = page.waitForResponse((response) => response.url().endsWith(challengePasskey.path));
  await dialog.getByRole('button', { name: 'Use your passkey' }).click();
  await challenged;
  await expect(dialog).toBeHidden();
  await expect(page.getByText(bankMessages.saved)).toBeVisible();
});
