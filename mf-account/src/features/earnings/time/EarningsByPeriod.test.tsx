import { earningQuarters, earningTotals } from '@portal/contracts/earnings/earnings.reports';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { EarningsByPeriod } from './EarningsByPeriod';

const months = [
  { from: '2027-02-01', to: '2027-02-28', credited: '1200.50' },
  { from: '2027-03-01', to: '2027-03-31', credited: '80.00' },
];
const weeks = [{ from: '2027-03-08', to: '2027-03-14', credited: '80.00' }];
const quarters = [
  { from: '2026-04-01', to: '2026-06-30', credited: '9000.00' },
  { from: '2027-01-01', to: '2027-03-31', credited: '1280.50' },
];
const mockAll = (total = '10280.50', left = '19719.50') => {
  mockEndpoint(earningQuarters, { quarters, total, left });
  return mockEndpoint(earningTotals, ({ by }) => ({ periods: by === 'week' ? weeks : months }));
};
const cells = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it('shows months, or weeks on request, as bars and as an equal table', async () => {
  const totals = mockAll();
  const { user } = renderScreen(<EarningsByPeriod />);
  expect(await cells('Earnings by month')).toEqual([
    ['Month', 'Credited'],
    ['Feb 2027', '$1,200.50'],
    ['Mar 2027, so far', '$80.00'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Weeks' }));
  expect(await cells('Earnings by week')).toEqual([
    ['Week', 'Credited'],
    ['08-03-2027 to 14-03-2027, so far', '$80.00'],
  ]);
  expect(totals.calls.map(({ by }) => by)).toEqual(['month', 'week']);
});

it('[SHELL-45] writes the values of the axis with a $ and two decimals', async () => {
  mockAll();
  const { container } = renderScreen(<EarningsByPeriod />);
  await cells('Earnings by month');
  const written = [...container.querySelectorAll('svg text')]
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => text.includes('$'));
  expect(written.length).toBeGreaterThan(1);
  for (const text of written) expect(text).toMatch(/^\$[\d,]+\.\d\d$/);
});

it('compares the last four quarters with $30,000 in plain words', async () => {
  mockAll();
  renderScreen(<EarningsByPeriod />);
  expect(
    await screen.findByText(
      'You were credited $10,280.50 in the last four quarters: $19,719.50 below the limit of $30,000.00. Up to this limit, you need not register for GST/HST.',
    ),
  ).toBeVisible();
  expect(screen.getByRole('progressbar', { name: '$10,280.50 of $30,000.00' })).toBeVisible();
  expect(screen.getByText('Apr to Jun 2026').nextElementSibling).toHaveTextContent('$9,000.00');
});

it('explains the guard’s duties above the threshold', async () => {
  mockAll('30000.01', '-0.01');
  renderScreen(<EarningsByPeriod />);
  expect(
    await screen.findByText(
      'You were credited $30,000.01 in the last four quarters: more than $30,000.00. You must register for GST/HST and charge it.',
    ),
  ).toBeVisible();
});

it('shows one reading when the other cannot be loaded', async () => {
  mockAll();
  mockEndpoint(earningTotals, fails({ code: 429, message: 'Slow down' }));
  renderScreen(<EarningsByPeriod />);
  expect(await screen.findByText('Your earnings over time could not be loaded')).toBeVisible();
  expect(await screen.findByText(/You were credited/)).toBeVisible();
});
