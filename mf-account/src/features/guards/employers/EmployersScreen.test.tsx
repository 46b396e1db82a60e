import type { Guard } from '@portal/contracts/_kernel/guard';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { listSpecialities } from '@portal/contracts/specialities/specialities.endpoints';
import { guard as someGuard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { Screens } from '../../../routes';

type Employer = Guard['employmentDetails'][number];
const id = mockId(1);
const event = { id: mockId(90), name: 'Event security' };
const building = { id: mockId(91), name: 'Building security' };
const employer = (n: number, over: Partial<Employer> = {}): Employer => ({
  employerName: `Employer ${n}`,
  projectName: 'Site lead',
  from: '2019-01-02',
  to: '2020-12-31',
  speciality: event,
  ...over,
});

function open(employers: Employer[], path = `/emp_details/${id}`) {
  const read = mockEndpoint(profile, { guard: someGuard({ employmentDetails: employers }) });
  const named = mockEndpoint(listSpecialities, [building, event]);
  return { ...renderScreen(<Screens />, { path }), read, named };
}
const table = () => screen.findByRole('table', { name: 'Previous employers' });
const names = async () =>
  within(await table())
    .queryAllByRole('rowheader')
    .map((cell) => cell.textContent);

it('[ROUTE-19, PREVEMP-13, PREVEMP-14] is the screen of the previous employers, read from the guard and the specialities', async () => {
  const { read, named } = open([employer(1)]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Previous Employers' })).toBeVisible();
  expect(await names()).toEqual(['Employer 1']);
  expect([profile, listSpecialities]).toMatchObject([{ method: 'GET', path: '/guard/profile/:id' }, { method: 'GET' }]);
  expect([read.calls, named.calls]).toEqual([[{ id }], [{}]]);
});

it.each([
  ['PREVEMP-01', 0, 'Employer Name', 'North Gate', 'Employer 2'],
  ['PREVEMP-02, DATA-ACCT-05', 1, 'Position Held', 'Site lead', 'Night guard'],
  ['PREVEMP-03', 2, 'Speciality', 'Event security', 'Building security'],
  ['PREVEMP-04', 3, 'From Date', '02-01-2019', '03-02-2021'],
  ['PREVEMP-05', 4, 'To Date', '31-12-2020', '30-11-2022'],
])('[%s] column %i is %s: %s, and of the next one %s', async (_id, at, header, value, next) => {
  const other = { projectName: 'Night guard', from: '2021-02-03', to: '2022-11-30', speciality: building };
  open([employer(1, { employerName: 'North Gate' }), employer(2, other)]);
  const [head, ...rows] = within(await table()).getAllByRole('row');
  expect(within(head as HTMLElement).getAllByRole('columnheader')[at]).toHaveTextContent(header);
  expect(rows.map(({ children }) => children[at]?.textContent)).toEqual([value, next]);
});

it('[REG-53/3, PREVEMP-03, PREVEMP-14] shows the listed name of the stored speciality, or the stored text while there is no list', async () => {
  mockEndpoint(profile, { guard: someGuard({ employmentDetails: [employer(1, { speciality: { ...event, name: 'As stored' } })] }) });
  mockEndpoint(listSpecialities, fails({ code: 400, message: 'Broken' }));
  const { unmount } = renderScreen(<Screens />, { path: `/emp_details/${id}` });
  expect(within(await table()).getByText('As stored')).toBeVisible();
  unmount();
  const stored = [event, null, building].map((one) => one && { ...one, name: 'As stored' });
  open(stored.map((speciality, at) => employer(at + 1, { speciality })));
  expect(await within(await table()).findByText('Event security')).toBeVisible();
  const [, ...rows] = within(await table()).getAllByRole('row');
  expect(rows.map(({ children }) => children[2]?.textContent)).toEqual(['Event security', '–', 'Building security']);
});

it('[PREVEMP-06] has 10 rows per page', async () => {
  const twelve = Array.from({ length: 12 }, (_, n) => employer(n + 1));
  const { unmount } = open(twelve);
  expect(await names()).toEqual(twelve.slice(0, 10).map(({ employerName }) => employerName));
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('href', `/emp_details/${id}?page=2`);
  unmount();
  open(twelve, `/emp_details/${id}?page=2`);
  expect(await names()).toEqual(['Employer 11', 'Employer 12']);
});

it('[PREVEMP-12, SHARED-33/5] shows that there are no entries', async () => {
  open([]);
  expect(await screen.findByText('No data found')).toBeVisible();
  expect(screen.queryByRole('rowheader')).toBeNull();
});

it('[PREVEMP-07, PREVEMP-08, PREVEMP-09] without entries Add opens the registration, and there is no Edit', async () => {
  open([]);
  await screen.findByText('No data found');
  expect(screen.getByRole('link', { name: 'Add' })).toHaveAttribute('href', `/guard/registration/${id}?status=loggedin`);
  expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
});

it('[PREVEMP-07, PREVEMP-08, PREVEMP-10] with entries Edit opens the registration, and there is no Add', async () => {
  open([employer(1)]);
  expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/guard/registration/${id}?status=loggedin`);
  expect(screen.queryByRole('link', { name: 'Add' })).not.toBeInTheDocument();
});

it('[PREVEMP-11] Back opens My Profile', async () => {
  open([employer(1)]);
  expect(await screen.findByRole('link', { name: 'Back' })).toHaveAttribute('href', `/guard/myprofile/${id}`);
  await table();
});

it('shows why the guard cannot be read, and reads again on Retry', async () => {
  mockEndpoint(profile, fails({ code: 400, message: 'Broken' }));
  mockEndpoint(listSpecialities, [event]);
  const { user } = renderScreen(<Screens />, { path: `/emp_details/${id}` });
  expect(await screen.findByText('Your previous employers could not be loaded')).toBeVisible();
  expect(screen.queryByText('No data found')).not.toBeInTheDocument();
  mockEndpoint(profile, { guard: someGuard({ employmentDetails: [employer(1)] }) });
  await user.click(screen.getByRole('button', { name: /again|Retry/i }));
  expect(await names()).toEqual(['Employer 1']);
});

it("shows nothing of another guard, and reads nothing, when the id is not the session's", async () => {
  const { read } = open([employer(1)], `/emp_details/${mockId(2)}`);
  expect(await screen.findByRole('heading', { name: 'These employers are not yours' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open my previous employers' })).toHaveAttribute('href', `/emp_details/${id}`);
  expect(read.calls).toEqual([]);
});

it('shows Edit immediately if the session’s guard has employers, because a late button would move the list', async () => {
  mockEndpoint(profile, () => new Promise<never>(() => undefined));
  mockEndpoint(listSpecialities, [event]);
  renderScreen(<Screens />, { path: `/emp_details/${id}`, guard: someGuard({ employmentDetails: [employer(1)] }) });
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});
