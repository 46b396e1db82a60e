import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { listTickets } from '@portal/contracts/tickets/tickets.endpoints';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { assignedOf, mockAssigned, offeredJobs, oneAssignedPerList, selectNamed } from '@portal/testing/tickets';
import { screen, waitFor } from '@testing-library/react';
import { ReportIssueScreen } from './ReportIssueScreen';

beforeEach(async () => {
  await emptyDevice();
  mockEndpoint(listTickets, { docs: [], total: 0 });
});

const open = (query = '') => renderScreen(<ReportIssueScreen />, { path: `/reportIssue${query}`, route: '/reportIssue' });
const ready = () => screen.findByRole('combobox', { name: 'Ticket type' });

it.each([
  ['REPORTISSUE-16', 0, 'Current Job', 0, 'Hall watch, Yard 1'],
  ['REPORTISSUE-17', 1, 'Previous Job', 2, 'Night desk, Yard 3'],
  ['REPORTISSUE-18', 2, 'Upcoming Job', 1, 'Gate watch, Yard 2'],
])('[%s, REPORTISSUE-21] type %d, %s, loads the current list of status %d', async (_id, number, type, jobStatus, job) => {
  const lists = oneAssignedPerList.map((one) => [one]);
  const mocked = mockAssigned(lists);
  const { user } = open();
  await ready();
  // Chooses another list first, so that the wanted one is loaded by the choice.
  const [other, shown] = type === 'Previous Job' ? ['Upcoming Job', 'Gate watch, Yard 2'] : ['Previous Job', 'Night desk, Yard 3'];
  await user.selectOptions(selectNamed('Ticket type'), other as string);
  await waitFor(() => expect(offeredJobs()).toEqual([shown]));
  lists[jobStatus]?.push(assignedOf(9, 'Late watch'));
  mocked.calls.length = 0;
  await user.selectOptions(selectNamed('Ticket type'), type);
  expect(selectNamed('Ticket type')).toHaveValue(String(number));
  await waitFor(() => expect(offeredJobs()).toEqual([job, 'Late watch, Yard 9']));
  expect(mocked.calls).toEqual([{ jobStatus }]);
});

it.each([
  [4, 'Payout/Change payout'],
  [3, 'Profile Update'],
  [5, 'Others'],
])('[SUPPORT-10/2] the address with type %d has %s chosen', async (type, label) => {
  mockAssigned();
  open(`?type=${type}`);
  await ready();
  await waitFor(() => expect(selectNamed('Ticket type')).toHaveDisplayValue(label));
});

it('[REPORTISSUE-21] loads the jobs from the assigned jobs by jobStatus', async () => {
  const mocked = mockAssigned();
  open('?type=1');
  await ready();
  await waitFor(() => expect(offeredJobs()).toEqual(['Night desk, Yard 3']));
  expect(assignedJobs).toMatchObject({ method: 'GET', path: '/job/guard/assigned' });
  await waitFor(() => expect(mocked.calls.at(-1)).toEqual({ jobStatus: 2 }));
});

it.each([
  [3, 'Profile Update'],
  [4, 'Payout/Change payout'],
  [5, 'Others'],
])('[REPORTISSUE-19] type %d, %s, keeps the list and the choice', async (number, type) => {
  const mocked = mockAssigned();
  const { user } = open();
  await ready();
  await user.selectOptions(selectNamed('Ticket type'), 'Upcoming Job');
  await waitFor(() => expect(offeredJobs()).toEqual(['Gate watch, Yard 2']));
  await user.selectOptions(selectNamed('Job'), 'Gate watch, Yard 2');
  const asked = mocked.calls.length;
  await user.selectOptions(selectNamed('Ticket type'), type);
  expect(selectNamed('Ticket type')).toHaveValue(String(number));
  expect(offeredJobs()).toEqual(['Gate watch, Yard 2', 'No job']);
  expect(selectNamed('Job')).toHaveValue(oneAssignedPerList[1].jobId.id);
  expect(mocked.calls).toHaveLength(asked);
});

it('without a current job every other job can be chosen for a type without a list', async () => {
  mockAssigned([[], [oneAssignedPerList[1]], [oneAssignedPerList[2]]]);
  const { user } = open();
  await ready();
  await user.selectOptions(selectNamed('Ticket type'), 'Profile Update');
  await waitFor(() => expect(offeredJobs()).toEqual(['Gate watch, Yard 2', 'Night desk, Yard 3', 'No job']));
});

it('removes a chosen job when the type changes to another list', async () => {
  mockAssigned();
  const { user } = open();
  await ready();
  await waitFor(() => expect(offeredJobs()).toEqual(['Hall watch, Yard 1']));
  await user.selectOptions(selectNamed('Job'), 'Hall watch, Yard 1');
  await user.selectOptions(selectNamed('Ticket type'), 'Previous Job');
  await waitFor(() => expect(offeredJobs()).toEqual(['Night desk, Yard 3']));
  expect(selectNamed('Job')).toHaveValue('');
});

it('the address sets type and job, even a job of another list', async () => {
  mockAssigned();
  open(`?type=4&job=${oneAssignedPerList[2].jobId.id}`);
  await ready();
  await waitFor(() => expect(selectNamed('Job')).toHaveDisplayValue('Night desk, Yard 3'));
  expect(selectNamed('Ticket type')).toHaveDisplayValue('Payout/Change payout');
  expect(offeredJobs()).toEqual(['Night desk, Yard 3', 'Hall watch, Yard 1', 'No job']);
});

it('shows that there is no job, and the reason of a failure', async () => {
  mockAssigned([[], [], []]);
  const { unmount, user } = open();
  await ready();
  await waitFor(() => expect(screen.queryByText('Loading your jobs…')).toBeNull());
  expect(screen.queryByText(/^You have no jobs of this kind\./)).toBeNull();
  await user.selectOptions(selectNamed('Ticket type'), 'Current Job');
  expect(await screen.findByText(/^You have no jobs of this kind\./)).toBeVisible();
  unmount();
  mockEndpoint(assignedJobs, fails({ code: 400, message: 'Broken' }));
  open();
  await ready();
  expect(await screen.findByText('Your jobs could not be loaded')).toBeVisible();
});

it('fills in title and text from the address, as the link of a pay gap sends them', async () => {
  mockAssigned();
  open(
    `?${new URLSearchParams({ type: '4', job: oneAssignedPerList[2].jobId.id, title: 'Pay of 09-03-2027', text: 'Expected: $200.00.\nReceived: $188.00.' })}`,
  );
  await ready();
  expect(screen.getByLabelText('Title')).toHaveValue('Pay of 09-03-2027');
  expect(screen.getByLabelText('Description')).toHaveValue('Expected: $200.00.\nReceived: $188.00.');
  await waitFor(() => expect(selectNamed('Job')).toHaveDisplayValue('Night desk, Yard 3'));
});
