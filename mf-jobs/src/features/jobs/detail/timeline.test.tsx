import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { detailOf, jobIds, shift } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, within } from '@testing-library/react';
import { JobDetailScreen } from './JobDetailScreen';

/** The tests run on Sunday, March 14, 2027. */
const on = (shiftDate: string, n: number, changes: Partial<Shift> = {}) =>
  shift({ shiftDate, startTime: `${shiftDate}T22:05:00Z`, endTime: `${shiftDate}T23:35:00Z`, ...changes }, n);

async function open(changes: Partial<JobDetail>) {
  mockEndpoint(jobDetail, detailOf(changes));
  const page = renderScreen(<JobDetailScreen />, { path: jobsPaths.jobDetail(jobIds()) });
  await screen.findByText('Total earning');
  return page;
}
const shifts = () => screen.getByRole('region', { name: 'Shifts' });
const days = () =>
  within(shifts())
    .getAllByRole('listitem')
    .map((row) => within(row).getByRole('heading').textContent?.slice(-10));

it('lists today’s shift above earlier rows, under today’s date', async () => {
  await open({ upcomingShifts: [on('2027-03-13', 1, { phase: 'upcoming' }), on('2027-03-14', 2), on('2027-03-16', 3)] });
  expect(within(shifts()).getByText('Today, Sun, Mar 14')).toBeVisible();
  expect(days()).toEqual(['14-03-2027', '13-03-2027', '16-03-2027']);
  expect(within(shifts()).queryByText(/^No shift/)).toBeNull();
});

it('lists a shift over midnight first, although its date is yesterday', async () => {
  await open({ upcomingShifts: [on('2027-03-13', 1, { state: 'running', phase: 'ongoing' }), on('2027-03-16', 2)] });
  expect(days()).toEqual(['13-03-2027', '16-03-2027']);
  expect(within(shifts()).queryByText(/^No shift/)).toBeNull();
});

it('shows that no shift is today, and names the next one', async () => {
  await open({ upcomingShifts: [on('2027-03-16', 1), on('2027-03-17', 2)] });
  expect(within(shifts()).getByText('No shift. Next: Tue, Mar 16, 6:05 p.m.')).toBeVisible();
});

it('does not name a shift on approved leave as the next one', async () => {
  await open({ upcomingShifts: [on('2027-03-16', 1, { state: 'on-leave' }), on('2027-03-17', 2)] });
  expect(within(shifts()).getByText('No shift. Next: Wed, Mar 17, 6:05 p.m.')).toBeVisible();
});

it('lists the latest previous shift first', async () => {
  const { user } = await open({ upcomingShifts: [], previoushifts: [on('2027-03-02', 1), on('2027-03-09', 2), on('2027-03-14', 3)] });
  await user.click(screen.getByRole('button', { name: 'Previous Shifts' }));
  expect(days()).toEqual(['14-03-2027', '09-03-2027', '02-03-2027']);
  expect(within(shifts()).queryByText(/^No shift/)).toBeNull();
});

it.each<[string, string, Partial<JobDetail>]>([
  ['only previous shifts', 'Previous Shifts', { upcomingShifts: [], previoushifts: [on('2027-03-02', 1)] }],
  ['upcoming and previous shifts', 'Upcoming Shifts', { upcomingShifts: [on('2027-03-16', 1)], previoushifts: [on('2027-03-02', 2)] }],
  ['no shifts', 'Upcoming Shifts', { upcomingShifts: [], previoushifts: [] }],
])('opens a job with %s on %s', async (_which, name, changes) => {
  await open(changes);
  expect(within(shifts()).getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
});

it('keeps the list that the guard chose', async () => {
  const { user } = await open({ upcomingShifts: [], previoushifts: [on('2027-03-02', 1)] });
  await user.click(screen.getByRole('button', { name: 'Upcoming Shifts' }));
  expect(within(shifts()).getByText('No Data')).toBeVisible();
});
