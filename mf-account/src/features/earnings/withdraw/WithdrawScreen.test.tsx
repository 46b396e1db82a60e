import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { type CheckedShift, payCheck } from '@portal/contracts/earnings/earnings.reports';
import { profile, profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { gapOf, mockEarnings, mockPayCheck, transactionOf, withdrawalOf } from '@portal/testing/earnings';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply } from '@portal/testing/shifts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Screens } from '../../../routes';

const open = (query = '') => renderScreen(<Screens />, { path: `/withdraw${query}` });
const figure = async (label: string) => (await screen.findByText(label)).nextElementSibling;

it('[ROUTE-29, EARN-11] /withdraw is the live Earnings and wallet screen, whose Withdraw opens the confirmation', async () => {
  mockEarnings();
  const { user } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'My Earning' })).toBeVisible();
  expect(await figure('In-hand earning')).toHaveTextContent('$100.25');
  const table = await screen.findByRole('table', { name: 'Earnings' });
  expect(within(table).getByRole('rowheader', { name: 'Night watch at the depot' })).toBeVisible();
  expect(screen.queryByText('Sample')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(within(screen.getByRole('dialog', { name: 'Withdraw' })).getByRole('button', { name: 'Withdraw' })).toBeEnabled();
});

it.each([
  ['EARN-01', 'Total earning', '$940.75'],
  ['EARN-02', 'In-hand earning', '$73.45'],
])('[%s] shows %s as the profile has it, whatever the sum of the wallet', async (_id, label, value) => {
  mockEarnings();
  const summary = mockEndpoint(profileSummary, { totalEarning: '940.75', eWallet: '73.45', hoursWorked: '29', rating: 4.5 });
  open();
  expect(await figure(label)).toHaveTextContent(value);
  expect(summary.calls).toEqual([{ id: mockId(1) }]);
});

it('[SHELL-45, AUTHZ-32] writes whole amounts with a $ and two decimals, in the figures and in every row', async () => {
  mockEarnings({
    inHand: '73',
    rows: [transactionOf('credit', { amount: '212' }, 1), transactionOf('withdrawn', { amount: '1040.5' }, 2)],
  });
  open();
  expect((await figure('In-hand earning'))?.textContent).toMatch(/^\$73\.00/);
  const table = await screen.findByRole('table', { name: 'Earnings' });
  expect(within(table).getByRole('cell', { name: '+$212.00' })).toBeVisible();
  expect(within(table).getByRole('cell', { name: '−$1,040.50' })).toBeVisible();
});

it('[EARN-19/2] the profile and /withdraw show the same number', async () => {
  const { summary } = mockEarnings({ inHand: '73.45' });
  mockEndpoint(profile, { guard: guard() });
  mockEndpoint(myJobs, { docs: [], total: 0 });
  mockEndpoint(currentShift, currentShiftReply(null));
  for (const path of [`/guard/myprofile/${mockId(1)}`, '/withdraw']) {
    const { unmount } = renderScreen(<Screens />, { path });
    expect(await figure('In-hand earning')).toHaveTextContent('$73.45');
    unmount();
  }
  expect(summary.calls).toEqual([{ id: mockId(1) }, { id: mockId(1) }]);
});

it.each([
  ['EARN-04', 'Job Title', 'Night watch at the depot'],
  ['EARN-05, SHARED-24', 'Time/Date', 'Fri, Mar 5, 2027, 1:05 p.m. 05-03-2027 6:05, PM UTC'],
  ['EARN-06', 'Status', 'Credit'],
  ['EARN-07', 'Transaction', '+$212.50'],
])('[%s] the table has a column %s', async (_id, header, cell) => {
  mockEarnings();
  const { user } = open();
  await user.click(await screen.findByRole('switch', { name: 'Show UTC times' }));
  const table = await screen.findByRole('table', { name: 'Earnings' });
  const headers = within(table).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual(['Job Title', 'Time/Date', 'Status', 'Transaction']);
  const at = headers.findIndex(({ textContent }) => textContent === header);
  expect(within(table).getAllByRole('row')[1]?.children[at]?.textContent?.replaceAll(/\s/g, ' ')).toBe(cell);
});

it('shows local times, and adds the UTC times when the switch is on', async () => {
  mockEarnings({ withdrawals: [withdrawalOf()] });
  const { user } = open();
  const table = await screen.findByRole('table', { name: 'Earnings' });
  const steps = await screen.findByRole('list', { name: /^Steps of the withdrawal/ });
  for (const part of [table, steps]) expect(part).not.toHaveTextContent('UTC');
  expect(table).toHaveTextContent('Fri, Mar 5, 2027, 1:05 p.m.');
  await user.click(screen.getByRole('switch', { name: 'Show UTC times' }));
  expect(table).toHaveTextContent('05-03-2027 6:05, PM UTC');
  expect(steps).toHaveTextContent('12-03-2027 2:00, PM UTC');
});

it('[EARN-06, EARN-07] each row shows its own status and transaction', async () => {
  const kinds = ['credit', 'debit', 'withdrawn', 'bank-deposit'] as const;
  mockEarnings({ rows: kinds.map((kind, n) => transactionOf(kind, { amount: `${n + 1}` }, n)) });
  open();
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Earnings' })).getAllByRole('row');
  const shown = rows.map(({ children: [, , ...last] }) => last.map(({ textContent }) => textContent).join(' '));
  expect(shown).toEqual(['Credit +$1.00', 'Debit −$2.00', 'Withdrawn −$3.00', 'Bank deposit −$4.00']);
});

it.each([
  ['/withdraw', 4],
  [`/guard/myprofile/${mockId(1)}`, undefined],
])('[DATA-ACCT-22] %s shows no field of an earnings record beyond the listed ones', async (path, columns) => {
  const more = { note: 'Paid by hand', fee: '9.99', bankAccountNumber: '7654321' };
  mockEarnings({ rows: [{ ...transactionOf(), ...more }] });
  mockEndpoint(profile, { guard: guard() });
  mockEndpoint(myJobs, { docs: [], total: 0 });
  mockEndpoint(currentShift, currentShiftReply(null));
  renderScreen(<Screens />, { path });
  expect((await screen.findByText('Night watch at the depot')).closest('tr')?.children.length).toBe(columns);
  for (const value of Object.values(more)) expect(document.body).not.toHaveTextContent(value);
});

it('names a transaction that belongs to no job', async () => {
  mockEarnings({ rows: [transactionOf('withdrawn', { jobId: null }, 1), transactionOf('bank-deposit', { jobId: null }, 2)] });
  open();
  expect(await screen.findByRole('rowheader', { name: 'Withdrawn' })).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'Bank deposit' })).toBeVisible();
  expect(screen.getAllByText('−$212.50')).toHaveLength(2);
});

it("[EARN-08] shows 'Loading...' while the table loads", async () => {
  mockEarnings();
  let answer = () => {};
  mockEndpoint(
    myEarning,
    () => new Promise<ReturnType<typeof fails>>((resolve) => (answer = () => resolve(fails({ code: 400, message: 'Broken' })))),
  );
  open();
  expect(await figure('In-hand earning')).toHaveTextContent('$100.25');
  expect(screen.getByText('Loading...')).toBeVisible();
  act(() => answer());
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull());
});

it("[EARN-09, SHARED-33/5] shows 'No data found' when the table is empty", async () => {
  mockEarnings();
  const { unmount } = open();
  await screen.findByRole('table', { name: 'Earnings' });
  expect(screen.queryByText('No data found')).toBeNull();
  unmount();
  mockEarnings({ rows: [] });
  open();
  expect(await screen.findByText('No data found')).toBeVisible();
});

it('[EARN-10, EARN-15] /withdraw loads GET /guard/myearning/{guardId} ten rows a page', async () => {
  const rows = Array.from({ length: 10 }, (_, n) => transactionOf('credit', {}, n));
  const { list } = mockEarnings({ rows, total: 23 });
  open('?page=2');
  expect(await screen.findByRole('link', { name: 'Page 3' })).toHaveAttribute('href', '/withdraw?page=3');
  expect(screen.queryByRole('link', { name: 'Page 4' })).toBeNull();
  expect(list.calls[0]).toMatchObject({ guardId: mockId(1), limit: 10, page: 2 });
  expect(myEarning).toMatchObject({ method: 'GET', path: '/guard/myearning/:guardId' });
});

it('[EARN-18/1] the filter offers All, Debit, Withdrawn and Credit', async () => {
  mockEarnings();
  open();
  const choices = within(await screen.findByLabelText('Show')).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['All', 'Debit', 'Withdrawn', 'Credit']);
});

it('[EARN-03] requests Debit, Withdrawn and Credit from the server, in the address, from the first page', async () => {
  const { list } = mockEarnings({ total: 23 });
  const { user } = open('?page=2');
  for (const [choice, type] of [
    ['Debit', 'debit'],
    ['Withdrawn', 'withdrawn'],
    ['Credit', 'credit'],
  ] as const) {
    await user.selectOptions(await screen.findByLabelText('Show'), choice);
    await waitFor(() => expect(list.calls.at(-1)).toMatchObject({ type, page: 1 }));
    expect(window.location.search).toBe(`?type=${type}`);
  }
  await user.selectOptions(screen.getByLabelText('Show'), 'All');
  await waitFor(() => expect(list.calls.at(-1)?.type).toBeUndefined());
});

it('[API-EARN-06/2] from and to are two date inputs, sent as days and stored in the address', async () => {
  const { list } = mockEarnings();
  const { user } = open();
  await user.type(await screen.findByLabelText('From'), '01022027');
  await user.type(screen.getByLabelText('To'), '28022027');
  await waitFor(() => expect(list.calls.at(-1)).toMatchObject({ from: '2027-02-01', to: '2027-02-28', page: 1 }));
  expect(window.location.search).toBe('?from=2027-02-01&to=2027-02-28');
});

it('refuses an invalid day and an end before the start with clear messages, without a call', async () => {
  const { list } = mockEarnings();
  const { user } = open('?from=2025-02-30&to=1970');
  expect(
    await screen.findByRole('textbox', { name: 'From', description: /This date does not exist\. Enter it as dd\/MM\/yyyy\./ }),
  ).toBeVisible();
  const to = screen.getByRole('textbox', { name: 'To', description: /This date does not exist\. Enter it as dd\/MM\/yyyy\./ });
  await screen.findByRole('table');
  expect(list.calls.every((asked) => asked.from === undefined && asked.to === undefined)).toBe(true);
  const from = screen.getByRole('textbox', { name: 'From' });
  await user.clear(from);
  await user.type(from, '02022027');
  await user.clear(to);
  await user.type(to, '01022027');
  await user.tab();
  expect(await screen.findByText('The last day must not be before the first one.')).toBeVisible();
  expect(list.calls.every((asked) => asked.to === undefined)).toBe(true);
});

it('shows that nothing matches, and how to clear the filter', async () => {
  const { list } = mockEarnings({ rows: [] });
  const { user } = open('?type=debit&from=2027-02-01');
  expect(await screen.findByText('Nothing matches “Debit” in these days.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(list.calls.at(-1)).toMatchObject({ type: undefined, from: undefined }));
  expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('');
});

it('keeps the filter of a tab while the guard visits another tab', async () => {
  const { list } = mockEarnings({ total: 23 });
  mockPayCheck([gapOf()]);
  const { user } = open('?type=debit&from=2027-02-01&page=2');
  await user.click(await screen.findByRole('tab', { name: 'Pay check' }));
  await user.selectOptions(await screen.findByLabelText('Show'), 'Paid less than expected');
  await user.click(screen.getByRole('tab', { name: 'Transactions' }));
  await waitFor(() => expect(list.calls.at(-1)).toMatchObject({ type: 'debit', from: '2027-02-01', page: 1 }));
  expect(screen.getByLabelText('Show')).toHaveDisplayValue('Debit');
  await user.click(screen.getByRole('tab', { name: 'Pay check' }));
  expect(await screen.findByLabelText('Show')).toHaveDisplayValue('Paid less than expected');
});

it('a notice of an underpaid shift moves neither the tabs nor the filters', async () => {
  mockEarnings();
  mockPayCheck([gapOf()]);
  open();
  const notice = await screen.findByText(/Night watch at the depot, .*: paid \$12\.00 less than expected\./);
  const stands = (before: HTMLElement) => before.compareDocumentPosition(notice) & Node.DOCUMENT_POSITION_FOLLOWING;
  expect(stands(screen.getByRole('tablist'))).toBeTruthy();
  expect(stands(screen.getByRole('textbox', { name: 'To' }))).toBeTruthy();
});

it('shows that the earnings could not be loaded, and keeps the wallet', async () => {
  mockEarnings();
  mockEndpoint(myEarning, fails({ code: 429, message: 'Slow down' }));
  open();
  expect(await screen.findByText('Your earnings could not be loaded')).toBeVisible();
  expect(await figure('In-hand earning')).toHaveTextContent('$100.25');
});

it('shows a notice of an underpaid shift together with the transactions, so that they do not move', async () => {
  mockEarnings();
  let answer = () => {};
  mockEndpoint(
    payCheck,
    () =>
      new Promise<{ docs: CheckedShift[]; total: number; gaps: number }>(
        (resolve) => (answer = () => resolve({ docs: [gapOf()], total: 1, gaps: 1 })),
      ),
  );
  open();
  expect(await figure('In-hand earning')).toHaveTextContent('$100.25');
  expect(screen.queryByRole('table')).toBeNull();
  act(() => answer());
  expect(await screen.findByText(/paid \$12\.00 less than expected/)).toBeVisible();
  expect(screen.getByRole('table', { name: 'Earnings' })).toBeVisible();
});
