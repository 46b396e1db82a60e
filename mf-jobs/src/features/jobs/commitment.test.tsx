import { type Application, applyForJob, myApplications } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { jobDetail, jobPlaces } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { mockId } from '@portal/testing/ids';
import { detailOf, job, jobIds, shift } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply } from '@portal/testing/shifts';
import { screen, within } from '@testing-library/react';
import { AllJobsScreen } from './all/AllJobsScreen';
import { JobPageScreen } from './page/JobPageScreen';
import { JobCard } from './search/JobCard';
import { MapPanel } from './search/MapPanel';

const commitment = { dates: ['2027-03-16', '2027-03-17', '2027-04-02'], hours: '25.5', pay: '624.75' };
const dayOf = (shiftDate: string, n: number) =>
  shift({ shiftDate, startTime: `${shiftDate}T22:05:00Z`, endTime: `${shiftDate}T23:35:00Z`, totalShiftHours: '8.5', state: null }, n);
const shifts = [dayOf('2027-03-10', 1), dayOf('2027-03-16', 2), dayOf('2027-03-17', 3), dayOf('2027-04-02', 4)];

async function open(changes: Parameters<typeof detailOf>[0] = { commitment }) {
  mockEndpoint(jobDetail, detailOf({ shifts, ...changes }));
  const page = renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  await screen.findByText(/of 5 guards applied/);
  return page;
}
const apply = () => within(screen.getByRole('region', { name: 'Apply' }));

it('a card shows every date, the number of shifts, all hours and the total pay', () => {
  renderScreen(<JobCard job={job({ commitment })} from="/search-job" />);
  expect(screen.getByText('3 shifts: Mar 16, 17; Apr 2')).toBeVisible();
  expect(screen.getByText('25.5 hours, $624.75 in total')).toBeVisible();
});

it.each([
  ['waiting', commitment, ['3 shifts: Mar 16, 17; Apr 2', '25.5 hours, $624.75 in total']],
  ['awarded', { dates: ['2027-03-16'], hours: '8.5', pay: '208.25' }, ['8.5 hours, $208.25 in total']],
  ['refused', undefined, []],
] as const)('an application that is %s shows every date, all hours and the total pay', async (outcome, offered, words) => {
  const { jobTitle, startTime, endTime, hourlyRate } = job();
  const own = { jobTitle, startTime, endTime, hourlyRate, locationName: 'Toronto Yard 7', outcome, reason: null };
  const application: Application = {
    ...jobIds(),
    ...own,
    applicationId: mockId(81),
    appliedAt: '2027-03-10T15:00:00Z',
    commitment: offered as never,
  };
  mockEndpoint(currentShift, currentShiftReply(null));
  mockEndpoint(myApplications, { docs: [application], total: 1 });
  renderScreen(<AllJobsScreen />, { path: jobsPaths.allJobs({ show: 'applications' }) });
  const row = within(await screen.findByRole('row', { name: new RegExp(jobTitle) }));
  for (const text of words) expect(row.getByText(text)).toBeVisible();
  expect(row.queryAllByText(/shifts:|in total/)).toHaveLength(words.length);
});

it('the list of a pressed mark on the map shows every date, all hours and the total pay', async () => {
  const place = { ...jobIds(), jobTitle: 'Gate', hourlyRate: '24.5', commitment, locationName: 'Toronto Yard 7', lat: 43.65, long: -79.38 };
  mockEndpoint(jobPlaces, { docs: [place], total: 1 });
  const { user } = renderScreen(<MapPanel search={{ filters: {}, page: 1 }} position={null} />);
  await user.click(await screen.findByRole('button', { name: 'Gate, Toronto Yard 7' }));
  const chosen = within(screen.getByRole('link', { name: 'Gate' }).closest('li') as HTMLElement);
  expect(chosen.getByText('3 shifts: Mar 16, 17; Apr 2')).toBeVisible();
  expect(chosen.getByText('25.5 hours, $624.75 in total')).toBeVisible();
});

it('the job page lists each shift, and shows the commitment in its summary and above the button', async () => {
  await open();
  const all = within(screen.getByRole('region', { name: 'All shifts' }));
  expect(all.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Tue, Mar 16 6:05 p\.m\. – 7:35 p\.m\. $/),
    expect.stringMatching(/^Wed, Mar 17 6:05 p\.m\. – 7:35 p\.m\. $/),
    expect.stringMatching(/^Fri, Apr 2 6:05 p\.m\. – 7:35 p\.m\. $/),
  ]);
  const summary = screen.getByRole('region', { name: 'Summary' });
  expect(summary).toHaveTextContent('3 shifts, 8.5 hours each: Mar 16, 17; Apr 2');
  expect(summary).toHaveTextContent('$624.75 for 25.5 hours');
  expect(apply().getByText('3 shifts: Mar 16, 17; Apr 2')).toBeVisible();
  expect(apply().getByText('25.5 hours, $624.75 in total')).toBeVisible();
  expect(screen.getByText('Total hours').nextElementSibling).toHaveTextContent(/^25\.5 hours, 8\.5 hours a shift$/);
});

it('the confirmation shows the commitment', async () => {
  mockEndpoint(applyForJob, {}, 'We will tell you soon.');
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  const dialog = await screen.findByRole('dialog', { name: applicationMessages.applied });
  expect(dialog).toHaveTextContent('3 shifts: Mar 16, 17; Apr 2');
  expect(dialog).toHaveTextContent('25.5 hours, $624.75 in total');
});

it('shows no list for a single shift, and no commitment for a reply of the previous API', async () => {
  const { unmount } = await open({ commitment: { dates: ['2027-03-16'], hours: '8.5', pay: '208.25' } });
  expect(apply().getByText('8.5 hours, $208.25 in total')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'All shifts' })).toBeNull();
  unmount();
  await open({});
  expect(screen.queryByText(/in total/)).toBeNull();
});

it('shows the first five shifts of a long job, and the others on request', async () => {
  const dates = ['2027-03-16', '2027-03-17', '2027-03-18', '2027-03-19', '2027-03-22', '2027-03-23', '2027-03-24'];
  const { user } = await open({ shifts: dates.map(dayOf), commitment: { dates, hours: '59.5', pay: '1457.75' } });
  const all = within(screen.getByRole('region', { name: 'All shifts' }));
  expect(within(screen.getByRole('region', { name: 'Summary' })).getByText('7 shifts, 8.5 hours each: Mar 16–19, 22–24')).toBeVisible();
  expect(all.getByText('Mon, Mar 22')).toBeVisible();
  expect(all.getByText('Tue, Mar 23')).not.toBeVisible();
  await user.click(all.getByText('Show 2 more'));
  expect(all.getByText('Tue, Mar 23')).toBeVisible();
  expect(all.getByText('Wed, Mar 24')).toBeVisible();
});

it('shows the hours of each shift when they differ', async () => {
  const unequal = [dayOf('2027-03-16', 1), { ...dayOf('2027-03-17', 2), totalShiftHours: '4' }];
  await open({ shifts: unequal, commitment: { dates: ['2027-03-16', '2027-03-17'], hours: '12.5', pay: '306.25' } });
  const [first, second] = within(screen.getByRole('region', { name: 'All shifts' })).getAllByRole('listitem');
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('2 shifts: Mar 16, 17');
  expect(screen.getByText('Total hours').nextElementSibling).toHaveTextContent(/^12\.5 hours$/);
  expect(first).toHaveTextContent(/8\.5 hours$/);
  expect(second).toHaveTextContent(/4 hours$/);
});

it('shows one number of hours when all upcoming shifts are equal, even if a past shift differs', async () => {
  const past = { ...dayOf('2027-03-10', 1), totalShiftHours: '4' };
  await open({ commitment, shifts: [past, ...shifts.slice(1)] });
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('3 shifts, 8.5 hours each: Mar 16, 17; Apr 2');
  expect(screen.getByText('Total hours').nextElementSibling).toHaveTextContent(/^25\.5 hours, 8\.5 hours a shift$/);
});
