import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { logInAs } from '../../support/api';
import { expect, logIn, test } from '../../support/fixtures';
import { waitForMailedCode } from '../../support/signUp';

test('the e-mail address changes with the code that was mailed to the new one; the unconfirmed change survives a reload', async ({
  page,
  guard,
  staff,
  baseURL,
}) => {
  const fresh = `moved.${guard.id}@guards.test`;
  await logIn(page, guard);
  await page.goto(`${guardsPaths.settings()}#contact`);
  const part = page.getByRole('region', { name: 'Phone and e-mail' });
  await part.getByRole('button', { name: 'Change e-mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New e-mail address').fill(fresh);
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  const waiting = part.getByRole('group', { name: /waiting for its code/ });
  await expect(waiting).toContainText(fresh);

  await page.reload();
  await expect(waiting).toContainText(fresh);
  await expect(part.getByText(guard.email)).toBeVisible();
  await waiting.getByLabel('Code of 6 digits').fill(await waitForMailedCode(staff, fresh));
  await waiting.getByRole('button', { name: 'Confirm' }).click();
  await expect(waiting).toBeHidden();
  await expect(part.getByText(fresh)).toBeVisible();
  const mails = await staff.call(readMailbox, { to: guard.email });
  expect(mails.map(({ subject }) => subject)).toContain('Your e-mail address was changed');

  await expect(logInAs(String(baseURL), { email: guard.email, password: guard.password })).rejects.toThrow('401');
  expect((await logInAs(String(baseURL), { email: fresh, password: guard.password })).guard.email).toBe(fresh);
});
