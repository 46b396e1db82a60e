import { copy } from '@portal/contracts/_kernel/copy';
import { bankChangedMail, bankMessages } from '@portal/contracts/guards/guards.bank';
import { readBank, saveBank } from '@portal/contracts/guards/guards.endpoints';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { press } from '../../support/chrome';
import { expect, logIn, test } from '../../support/fixtures';

test('bank details are saved with the password, shown by their last digits, and told by mail; the payout option then stays', async ({
  page,
  guard,
  staff,
  noise,
}) => {
  noise.refusal(400, saveBank);
  await logIn(page, guard);
  await page.goto(guardsPaths.myAccount());
  await page.getByLabel('Account holder name').fill('Test Guard');
  await page.getByLabel('Transit number').fill('01234');
  await page.getByLabel('Institution number').fill('004');
  await page.getByLabel('Account number').fill('91234567');
  await page.getByLabel('Individual').check();

  const password = page.getByLabel('Your password', { exact: true });
  await password.fill('Wrong-one-1');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect(password).toHaveAccessibleDescription(new RegExp(copy.passwordWrong));
  await password.fill(guard.password);
  await press(page.getByRole('button', { name: 'Save' }));
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
