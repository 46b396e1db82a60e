import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { detailOf, jobIds, shift } from '@portal/testing/jobs';
import { mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { JobDetailScreen } from './JobDetailScreen';

const tuesday = shift(
  { phase: 'upcoming', shiftDate: '2027-03-16', startTime: '2027-03-16T22:05:00Z', endTime: '2027-03-17T06:35:00Z' },
  2,
);

async function open(changes: Parameters<typeof detailOf>[0]) {
  mockEndpoint(jobDetail, detailOf(changes));
  const page = renderScreen(<JobDetailScreen />, { path: jobsPaths.jobDetail(jobIds()) });
  await screen.findByText('Total earning');
  return page;
}
const rows = () => within(screen.getByRole('region', { name: 'Shifts' })).getAllByRole('listitem');
const leaveIn = (row: number) => within(rows()[row] as HTMLElement).queryByRole('button', { name: /^Apply Leave/ });

it.each<[string, Partial<Shift>, string]>([
  ['started early', { state: 'running', phase: 'ongoing' }, 'Running'],
  ['arrived', { state: 'arrived', phase: 'ongoing' }, 'Arrived'],
  ['on a break', { state: 'on-break', phase: 'ongoing' }, 'On a break'],
  ['not started in its time', { state: 'awarded', phase: 'ongoing', startTime: '2027-03-14T14:00:00Z' }, 'Not started'],
])('lists a shift that is %s first, with On Job and without Apply Leave', async (_what, changes, words) => {
  await open({ jobStatus: 4, upcomingShifts: [shift(changes), tuesday] });
  expect(screen.queryByText('No Data')).toBeNull();
  expect(rows()[0]).toHaveTextContent(words);
  expect(within(rows()[0] as HTMLElement).getByRole('button', { name: 'On Job' })).toBeVisible();
  expect(leaveIn(0)).toBeNull();
  expect(rows()[1]).toHaveTextContent('Upcoming');
  expect(leaveIn(1)).toBeVisible();
});

it('hides Apply Leave when the outbox has a start of the shift', async () => {
  const { portal } = await open({ upcomingShifts: [shift({ phase: 'upcoming' })] });
  expect(leaveIn(0)).toBeVisible();
  portal.outbox.put(waitingWrite({ state: 'on device', order: shift().shiftId, endpointId: startJob.id }));
  await waitFor(() => expect(leaveIn(0)).toBeNull());
});

it('shows a shift of a cancelled job as cancelled, not as upcoming', async () => {
  const { user } = await open({ jobStatus: 3, upcomingShifts: [], previoushifts: [shift({ phase: 'over' })] });
  await user.click(screen.getByRole('button', { name: 'Previous Shifts' }));
  expect(rows()[0]).toHaveTextContent('Cancelled');
});

it('shows the second shift as cancelled, without On Job, when the job is cancelled during the first shift', async () => {
  const soon = shift({ phase: 'over', startTime: '2027-03-14T16:30:00Z', endTime: '2027-03-14T23:00:00Z' }, 2);
  const running = shift({ state: 'running', phase: 'ongoing', startTime: '2027-03-14T08:00:00Z', endTime: '2027-03-14T15:30:00Z' });
  const { user } = await open({ jobStatus: 4, upcomingShifts: [running], previoushifts: [soon] });
  expect(rows()[0]).toHaveTextContent('Running');
  await user.click(screen.getByRole('button', { name: 'Previous Shifts' }));
  expect(rows()[0]).toHaveTextContent('Cancelled');
  expect(within(rows()[0] as HTMLElement).queryByRole('button', { name: 'On Job' })).toBeNull();
});
