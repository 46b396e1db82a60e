import { statement } from '@portal/contracts/earnings/earnings.reports';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { download } from '@portal/ui/download';
import { screen, waitFor } from '@testing-library/react';
import { usualPeriods } from './periods';
import { StatementForm } from './StatementForm';

jest.mock('@portal/ui/download');

const submit = () => screen.getByRole('button', { name: 'Download' });

it('downloads last month as a PDF by default, with a descriptive file name', async () => {
  const made = mockEndpoint(statement, {});
  const { user, portal } = renderScreen(<StatementForm />);
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Last month');
  await user.click(submit());
  await waitFor(() => expect(made.calls).toEqual([{ from: '2027-02-01', to: '2027-02-28', format: 'pdf' }]));
  expect(jest.mocked(download)).toHaveBeenCalledWith(expect.any(Blob), expect.anything(), 'earnings-2027-02-01-2027-02-28.pdf');
  expect(portal.toasts).toEqual([{ kind: 'success', text: 'Your statement was saved on this device.' }]);
});

it('keeps the days when the guard chooses other days, so that they can be changed', async () => {
  const { user } = renderScreen(<StatementForm />);
  await user.selectOptions(screen.getByLabelText('Period'), 'Other days');
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Other days');
  expect(screen.getByLabelText('First day')).toHaveValue('01/02/2027');
  expect(screen.getByLabelText('Last day')).toHaveValue('28/02/2027');
  await user.selectOptions(screen.getByLabelText('Period'), 'Year 2026');
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Year 2026');
  expect(screen.getByLabelText('First day')).toHaveValue('01/01/2026');
});

it('downloads a year as CSV', async () => {
  const made = mockEndpoint(statement, {});
  const { user } = renderScreen(<StatementForm />);
  await user.selectOptions(screen.getByLabelText('Period'), 'Year 2026');
  await user.click(screen.getByLabelText(/CSV/));
  await user.click(submit());
  await waitFor(() => expect(made.calls).toEqual([{ from: '2026-01-01', to: '2026-12-31', format: 'csv' }]));
});

it('refuses invalid days with a clear message, without a call', async () => {
  const made = mockEndpoint(statement, {});
  const { user } = renderScreen(<StatementForm />);
  const [from, to] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
  await user.clear(from);
  await user.type(from, '30022025');
  await user.clear(to);
  await user.type(to, '1970');
  await user.click(submit());
  expect(await screen.findAllByText('This date does not exist. Enter it as dd/MM/yyyy.')).not.toHaveLength(0);
  expect(from).toHaveAccessibleDescription(/This date does not exist\. Enter it as dd\/MM\/yyyy\./);
  expect(to).toHaveAccessibleDescription(/This date does not exist\. Enter it as dd\/MM\/yyyy\./);
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Other days');
  expect(made.calls).toEqual([]);
});

it('reports that the statement could not be made, and keeps the choice', async () => {
  mockEndpoint(statement, fails({ code: 503, message: 'Busy', userMessage: 'Please try again in a minute.' }));
  const { user } = renderScreen(<StatementForm />);
  await user.click(submit());
  expect(await screen.findByText('Please try again in a minute.')).toBeVisible();
  expect(screen.getByLabelText('Period')).toHaveDisplayValue('Last month');
});

it('computes the months around a new year and in a leap year', () => {
  expect(usualPeriods('2028-01-15').map(({ label, from, to }) => [label, from, to])).toEqual([
    ['This month', '2028-01-01', '2028-01-31'],
    ['Last month', '2027-12-01', '2027-12-31'],
    ['Year 2028', '2028-01-01', '2028-12-31'],
    ['Year 2027', '2027-01-01', '2027-12-31'],
  ]);
  expect(usualPeriods('2028-02-29')[0]).toMatchObject({ to: '2028-02-29' });
});
