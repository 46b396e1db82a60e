import { listWithdrawals, requestWithdrawal } from '@portal/contracts/earnings/earnings.withdrawals';
import { mockEarnings, withdrawalOf } from '@portal/testing/earnings';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Screens } from '../../../routes';

const SUBMITTED = 'Your widthdraw request has been submitted. we will process it within 24 Hrs';
const show = () => renderScreen(<Screens />, { path: '/withdraw' });
async function asking() {
  const shown = show();
  await shown.user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw' }));
  return { ...shown, amount: dialog.getByLabelText('Amount'), submit: dialog.getByRole('button', { name: 'Withdraw' }) };
}

it('[EARN-12, EARN-13/2, EARN-20/1, EARN-20/2] shows the stated text in the modal only after a 200 of POST /guard/withdraw-request', async () => {
  mockEarnings();
  let answer: (() => void) | undefined;
  const sent = mockEndpoint(
    requestWithdrawal,
    () =>
      new Promise((resolve) => {
        answer = () => resolve(withdrawalOf());
      }),
  );
  const { user, amount, submit, portal } = await asking();
  expect(amount).toHaveValue('100.25');
  await user.clear(amount);
  await user.type(amount, '$60.50');
  await user.click(submit);
  await waitFor(() => expect(sent.calls).toEqual([{ amount: '60.50' }]));
  expect(requestWithdrawal).toMatchObject({ method: 'POST', path: '/guard/withdraw-request' });
  expect(screen.queryByText(/widthdraw/)).toBeNull();
  answer?.();
  const told = await screen.findByRole('dialog', { name: 'Withdrawal requested' });
  expect(within(told).getByText(SUBMITTED)).toBeVisible();
  expect(portal.changes).toEqual(['earnings']);
  await user.click(within(told).getByRole('button', { name: 'OK' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[EARN-12, EARN-13/1, EARN-13/2, EARN-14] makes a real call, then shows the stated text instead of the server’s message', async () => {
  mockEarnings();
  const sent = mockEndpoint(requestWithdrawal, withdrawalOf(), 'Words of the server');
  const { user, submit } = await asking();
  expect([sent.calls.length, screen.queryByText(/24 Hrs/)]).toEqual([0, null]);
  await user.click(submit);
  expect(await screen.findByText(SUBMITTED)).toBeVisible();
  expect(sent.calls).toEqual([{ amount: '100.25' }]);
});

it('the confirmation names the amount, the account and the expected day of payment', async () => {
  mockEarnings();
  // A Friday: the 24 hours end on Saturday, and banks settle on Monday.
  mockEndpoint(requestWithdrawal, withdrawalOf({ amount: '60.5', createdAt: '2027-03-12T14:00:00.000Z' }));
  const { user, submit } = await asking();
  await user.click(submit);
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdrawal requested' }));
  const shown = (term: string) => dialog.getByText(term).nextElementSibling?.textContent;
  expect(['Amount', 'Paid to', 'Expected by'].map(shown)).toEqual(['$60.50', 'Your bank account ending in 4567', 'Mon, Mar 15, 2027']);
});

it('accepts an amount with a decimal comma', async () => {
  mockEarnings();
  const sent = mockEndpoint(requestWithdrawal, withdrawalOf());
  const { user, amount, submit } = await asking();
  await user.clear(amount);
  await user.type(amount, '60,50');
  await user.click(submit);
  await waitFor(() => expect(sent.calls).toEqual([{ amount: '60.50' }]));
});

it.each([
  ['', 'Enter an amount'],
  ['0', 'Enter more than $0.00'],
  ['1,2345', 'Enter dollars and cents, such as 125.50'],
  ['12.345', 'Enter dollars and cents, such as 125.50'],
])('refuses the amount %j without a call', async (typed, words) => {
  mockEarnings();
  const sent = mockEndpoint(requestWithdrawal, withdrawalOf());
  const { user, amount, submit } = await asking();
  await user.clear(amount);
  if (typed) await user.type(amount, typed);
  await user.click(submit);
  expect(await screen.findByText(words)).toBeVisible();
  expect([sent.calls.length, screen.queryByText(/widthdraw/)]).toEqual([0, null]);
});

it('[SHELL-45] the dialog shows the balance with a $ and two decimals', async () => {
  mockEarnings({ inHand: '100.5' });
  await asking();
  expect(screen.getByText('You have $100.50 in hand. It is paid to your bank account ending in 4567.')).toBeVisible();
});

it('[EARN-20/2] shows at the amount that it exceeds the balance', async () => {
  mockEarnings();
  mockEndpoint(
    requestWithdrawal,
    fails({ code: 400, message: 'Please check', errors: { amount: 'You have $90.00 in hand. Enter that amount or less.' } }),
  );
  const { user, submit } = await asking();
  await user.click(submit);
  const field = await screen.findByRole('textbox', {
    name: 'Amount',
    description: /You have \$90\.00 in hand\. Enter that amount or less\./,
  });
  expect(field).toHaveFocus();
  expect(screen.queryByText(/widthdraw/)).toBeNull();
});

it.each([
  ...[400, 403, 429].map((code) => [code, 'Your request was not accepted. Please try again later.'] as const),
  [409, 'A withdrawal is already under way, or your bank details are missing.'],
  [500, 'We got no answer to your request. Please try again; it will not count twice.'],
] as const)('[EARN-20/2] shows after a %d not the stated text, but: %s', async (code, words) => {
  mockEarnings();
  mockEndpoint(requestWithdrawal, fails({ code, message: 'Not now.' }));
  const { user, submit } = await asking();
  await user.click(submit);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText('Not now.')).toBeNull();
  expect(screen.queryByText(/widthdraw/)).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Withdraw' })).toBeVisible();
});

it('[EARN-20/2] explains after a missing reply that a repetition is safe, and repeats under the same key', async () => {
  mockEarnings();
  const sent = mockEndpoint(requestWithdrawal, fails({ code: 0, message: 'No answer' }));
  const { user, submit, portal } = await asking();
  await user.click(submit);
  expect(await screen.findByText('We got no answer to your request. Please try again; it will not count twice.')).toBeVisible();
  expect(screen.queryByText(/widthdraw/)).toBeNull();
  await user.click(submit);
  await waitFor(() => expect(sent.calls).toHaveLength(2));
  const [first, again] = portal.writes.map(({ options }) => options.key);
  expect(first).toBeTruthy();
  expect(again).toBe(first);
});

it('links a guard without bank details to them', async () => {
  mockEarnings({ hasBankDetails: false });
  show();
  expect(await screen.findByText(/Add your bank details first: we need to know where to pay\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add bank details' })).toHaveAttribute('href', '/guard/myAccount');
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

it('explains for an empty wallet why nothing can be withdrawn', async () => {
  mockEarnings({ inHand: '0.00' });
  show();
  expect(await screen.findByText(/Nothing to withdraw yet/)).toBeVisible();
});

it.each([
  ['requested', { status: 'requested' as const }, 'Requested'],
  ['in process', { status: 'in-process' as const, processedAt: '2027-03-12T15:00:00.000Z' }, 'In process'],
])('[SHELL-45] shows the steps of a withdrawal that is %s, and offers no second one', async (_state, over, current) => {
  mockEarnings({ withdrawals: [withdrawalOf(over)] });
  show();
  const steps = await screen.findByRole('list', { name: 'Steps of the withdrawal of $60.00' });
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map(({ firstElementChild }) => firstElementChild?.textContent),
  ).toEqual(['Requested', 'In process', 'Paid']);
  expect(within(steps).getByText(current).closest('li')).toHaveAttribute('aria-current', 'step');
  expect(screen.getByText(/A withdrawal is already under way/)).toBeVisible();
  expect(screen.getByText('$60.00 more is on its way to you')).toBeVisible();
});

it('[SHELL-45] shows the reason of a refused withdrawal and that the money was returned, and a paid one as paid', async () => {
  const closed = { processedAt: '2027-03-12T15:00:00.000Z', closedAt: '2027-03-12T16:00:00.000Z' };
  mockEarnings({
    withdrawals: [
      withdrawalOf({ status: 'refused', reason: 'The account is closed', ...closed }, 1),
      withdrawalOf({ status: 'paid', amount: '25', ...closed }, 2),
    ],
  });
  show();
  expect(await screen.findByText('The account is closed. The money is back in your wallet.')).toBeVisible();
  const paid = screen.getByRole('list', { name: 'Steps of the withdrawal of $25.00' });
  expect(within(paid).getByText('Paid').closest('li')).toHaveAttribute('aria-current', 'step');
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeVisible();
});

it('shows the wallet together with its withdrawals, or alone when they cannot be read', async () => {
  mockEarnings();
  let answer = () => {};
  mockEndpoint(
    listWithdrawals,
    () => new Promise<ReturnType<typeof fails>>((resolve) => (answer = () => resolve(fails({ code: 429, message: 'Slow down' })))),
  );
  show();
  expect(await screen.findByRole('table', { name: 'Earnings' })).toBeVisible();
  expect(screen.queryByText('In-hand earning')).toBeNull();
  act(() => answer());
  expect((await screen.findByText('In-hand earning')).nextElementSibling).toHaveTextContent('$100.25');
  expect(screen.getByText('Your withdrawals could not be loaded')).toBeVisible();
});

it('offers no withdrawal while the withdrawals are being read', async () => {
  mockEarnings();
  let answer: (() => void) | undefined;
  mockEndpoint(
    listWithdrawals,
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ docs: [], total: 0, hasBankDetails: true });
      }),
  );
  show();
  expect(await screen.findByText('Loading your wallet')).toBeInTheDocument();
  expect(screen.queryByText('$100.25')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  expect(screen.queryByText('In your wallet')).toBeNull();
  answer?.();
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeVisible();
  expect(screen.getByText('In your wallet')).toBeVisible();
});

it('shows that the withdrawals could not be loaded, and offers one only after they are loaded', async () => {
  mockEarnings();
  mockEndpoint(listWithdrawals, fails({ code: 429, message: 'Slow down' }));
  const { user } = show();
  expect(await screen.findByText('Your withdrawals could not be loaded')).toBeVisible();
  expect(await screen.findByText('$100.25')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
  expect(screen.queryByText('In your wallet')).toBeNull();
  mockEarnings({ withdrawals: [withdrawalOf()] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('$60.00 more is on its way to you')).toBeVisible();
  expect(screen.queryByText('Your withdrawals could not be loaded')).toBeNull();
});
