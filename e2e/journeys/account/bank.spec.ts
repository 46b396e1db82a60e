import { copy } from '@portal/contracts/_kernel/copy';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { confirmSession } from '@portal/contracts/auth/auth.confirmation';
import { bankChangedMail, bankMessages } from '@portal/contracts/guards/guards.bank';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { readBank } from '@portal/contracts/guards/guards.staff';
import { expireConfirmations, readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';
import { tabTo } from '../../support/keyboard';

test('bank details are saved after the password confirms the session, shown by their last digits, and announced by mail; the payout option is then fixed', async ({
  page,
  guard,
  staff,
  noise,
}) => {
  noise.refusal(403, saveBank);
  noise.refusal(400, confirmSession);
  await logIn(page, guard);
  await page.goto(guardsPaths.myAccount());
  await page.getByLabel('Account holder name').fill('Test Guard');
  await page.getByLabel('Transit number').fill('01234');
  await page.getByLabel('Institution number').fill('004');
  await page.getByLabel('Account number').fill('91234567');
  await page.getByLabel('Individual').check();

  await test.step('the shell asks for a confirmation after ten minutes: by keyboard alone, and no typed text is lost', async () => {
    await staff.call(expireConfirmations, { guard: guard.id });
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect(password).toBeFocused();
    await page.keyboard.type('Wrong-one-1');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAccessibleDescription(new RegExp(copy.passwordWrong));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(serverCopy.notConfirmed)).toBeVisible();
    await expect(page.getByLabel('Account number')).toHaveValue('91234567');
    await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(password).toBeFocused();
    await page.keyboard.type(guard.password);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });
  await expect(page.getByText(bankMessages.saved)).toBeVisible();

  const main = page.getByRole('main');
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect(main).toContainText('•••4567');
    await expect(main).not.toContainText('91234567');
    await expect(page.getByLabel('Account type (payout option)')).toHaveValue('Individual');
    await expect(main.getByText(bankMessages.payoutFixed)).toBeVisible();
  }
  expect(await staff.call(readBank, { guard: guard.id })).toMatchObject({ bankAccountNumber: '91234567', wantTopay: 2 });
  expect((await staff.call(readMailbox, { to: guard.email }))[0]).toMatchObject({ subject: bankChangedMail.subject });

  await press(page.getByRole('link', { name: 'Create a ticket to change it' }));
  await expect(page).toHaveURL(/\/reportIssue\?type=4$/);
});
