import { payCheck } from '@portal/contracts/earnings/earnings.reports';
import { checkedShiftOf, gapOf, mockEarnings, mockPayCheck } from '@portal/testing/earnings';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { WithdrawScreen } from '../withdraw/WithdrawScreen';

beforeEach(() => void mockEarnings());
const open = (query = '') => renderScreen(<WithdrawScreen />, { path: `/withdraw${query}` });

/** The values of the ticket to which a link about the gap leads. */
const ticket = {
  type: '4',
  job: mockId(1001),
  title: 'Pay of 09-03-2027: $12.00 less than expected',
  text: [
    'Night watch at the depot, Tue, Mar 9, 2027, 9:00 a.m. to 5:00 p.m.',
    'Expected: 8 h at $25.00 an hour = $200.00.',
    'Received: $188.00.',
    'Missing: $12.00.',
  ].join('\n'),
};
const askedBy = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://portal');
  expect(pathname).toBe('/reportIssue');
  return Object.fromEntries([...searchParams].map(([key, value]) => [key, value.replaceAll(/[\u00a0\u202f]/g, ' ')]));
};

it('[SHELL-45] shows above the earnings that a shift paid less than expected, with a link to a filled-in ticket', async () => {
  mockPayCheck([gapOf(), gapOf({}, 2), gapOf({}, 3)]);
  open();
  const notice = await screen.findByText(/Night watch at the depot, Tue, Mar 9, 2027: paid \$12\.00 less than expected\./);
  expect(notice).toHaveTextContent('2 more shifts were paid too little.');
  expect(askedBy(screen.getByRole('link', { name: 'Ask about pay' }))).toEqual(ticket);
  expect(screen.getByRole('link', { name: 'See the pay check' })).toHaveAttribute('href', '/withdraw?tab=pay&only=gaps');
});

it('[SHELL-45] shows each shift with its expected and its actual pay, and a link to a ticket if that is less', async () => {
  mockPayCheck([gapOf(), checkedShiftOf({}, 2), checkedShiftOf({ received: '205', missing: '-5' }, 3)]);
  open('?tab=pay');
  const table = await screen.findByRole('table', { name: 'Pay of your shifts' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].slice(2, 5).map(({ textContent }) => textContent))).toEqual([
    ['$200.00', '$188.00', '$12.00 lessAsk about pay'],
    ['$200.00', '$200.00', 'As expected'],
    ['$200.00', '$205.00', '$5.00 more'],
  ]);
  const link = within(table).getByRole('link');
  expect(link).toHaveAccessibleName('Ask about pay: Pay of 09-03-2027: $12.00 less than expected');
  expect(askedBy(link)).toEqual(ticket);
});

it('shows only shifts that paid less when the address requests it', async () => {
  const check = mockPayCheck([checkedShiftOf()]);
  const { user } = open('?tab=pay');
  await user.selectOptions(await screen.findByLabelText('Show'), 'Paid less than expected');
  expect(await screen.findByText('Every shift was paid as expected')).toBeVisible();
  expect(window.location.search).toBe('?tab=pay&only=gaps');
  await waitFor(() => expect(check.calls.at(-1)).toMatchObject({ only: 'gaps', page: 1, limit: 10 }));
  await user.click(screen.getByRole('button', { name: 'All shifts' }));
  await waitFor(() => expect(window.location.search).toBe('?tab=pay'));
});

it('shows that the pay could not be checked', async () => {
  mockEndpoint(payCheck, fails({ code: 429, message: 'Slow down' }));
  open('?tab=pay');
  expect(await screen.findByText('Your pay could not be checked')).toBeVisible();
});
