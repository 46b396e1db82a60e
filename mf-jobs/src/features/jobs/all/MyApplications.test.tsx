import {
  type Application,
  cancelApplication,
  cancellationReasons,
  myApplications,
} from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages, type Outcome, outcomes } from '@portal/contracts/applications/applications.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { movingClock } from '@portal/testing/fakePortal';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { renderScreen } from '@portal/testing/renderScreen';
import { currentShiftReply } from '@portal/testing/shifts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AllJobsScreen } from './AllJobsScreen';

beforeEach(() => void mockEndpoint(currentShift, currentShiftReply(null)));

const application = (changes: Partial<Application> = {}): Application => ({
  ...jobIds(),
  applicationId: mockId(81),
  jobTitle: 'Night watch at the depot',
  locationName: 'Toronto Yard 7',
  startTime: '2027-03-20T22:00:00Z',
  endTime: '2027-03-21T06:00:00Z',
  hourlyRate: '24.5',
  appliedAt: '2027-03-10T15:00:00Z',
  outcome: 'waiting',
  reason: null,
  ...changes,
});
const page = (...docs: Application[]) => ({ docs, total: docs.length });
const path = jobsPaths.allJobs({ show: 'applications' });
const open = () => renderScreen(<AllJobsScreen />, { path });
const withdraw = () => screen.queryByRole('button', { name: 'Withdraw: Night watch at the depot' });

it.each<[Outcome, string, string]>([
  ['waiting', 'Waiting', jobsPaths.jobPage(jobIds())],
  ['awarded', 'Awarded', jobsPaths.jobDetail({ guardId: guard().id, ...jobIds() })],
  ['refused', 'Refused', jobsPaths.jobPage(jobIds())],
  ['taken-back', 'Award cancelled', jobsPaths.jobPage(jobIds())],
  ['withdrawn', 'Withdrawn', jobsPaths.jobPage(jobIds())],
  ['job-cancelled', 'Job cancelled', jobsPaths.jobPage(jobIds())],
  ['passed', 'No decision in time', jobsPaths.jobPage(jobIds())],
])('shows %s as “%s” with its reason, and opens the job', async (outcome, words, href) => {
  mockEndpoint(myApplications, page(application({ outcome, reason: 'It rained.' })));
  open();
  const row = within(await screen.findByRole('row', { name: /Night watch/ }));
  expect(row.getByText(words)).toBeVisible();
  expect(row.getByText('It rained.')).toBeVisible();
  expect(row.getByRole('link', { name: 'View More: Night watch at the depot' })).toHaveAttribute('href', href);
  expect(withdraw() !== null).toBe(outcome === 'waiting');
  expect(Object.values(outcomes)).toContain(words);
});

it('[COVER-05] shows “Covered” for an award that ended because another guard took over the last shift', async () => {
  mockEndpoint(
    myApplications,
    page(application({ outcome: 'taken-back', isCovered: true, reason: 'Another guard took over your shift.' })),
  );
  open();
  const row = within(await screen.findByRole('row', { name: /Night watch/ }));
  expect(row.getByText('Covered')).toHaveClass('neutral');
  expect(row.getByText('Another guard took over your shift.')).toBeVisible();
  expect(row.queryByText('Award cancelled')).toBeNull();
});

it('[COVER-05] shows a shift that the guard took over without an application', async () => {
  mockEndpoint(myApplications, page(application({ outcome: 'awarded', isTakenOver: true })));
  open();
  expect(await screen.findByText(/^Took over a shift /)).toBeVisible();
  expect(screen.queryByText(/^Applied /)).toBeNull();
});

it('[SHELL-45] is a segment of All Jobs with its own address, and shows the rate with a $ and two decimals', async () => {
  const mine = mockEndpoint(myApplications, { docs: [application()], total: 31 });
  open();
  expect(await screen.findByRole('table', { name: 'Your applications' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '$24.50' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Applications' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('link', { name: 'Page 4' })).toHaveAttribute('href', jobsPaths.allJobs({ show: 'applications', page: 4 }));
  expect(mine.calls).toEqual([{ page: 1, limit: 10 }]);
});

it('keeps a page displayed while the next page is read', async () => {
  mockEndpoint(myApplications, { docs: [application()], total: 31 });
  open();
  await screen.findByRole('link', { name: 'Page 2' });
  const read = mockEndpoint(myApplications, () => new Promise(() => undefined));
  act(() => {
    window.history.pushState(null, '', jobsPaths.allJobs({ show: 'applications', page: 2 }));
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await waitFor(() => expect(read.calls).toEqual([{ page: 2, limit: 10 }]));
  expect(screen.getByRole('row', { name: /Night watch/ })).toBeVisible();
});

it('withdraws an application with a reason, announces it and updates the row', async () => {
  mockEndpoint(myApplications, page(application()));
  mockEndpoint(cancellationReasons, [{ id: mockId(71), name: 'It is too far away' }]);
  const cancelled = mockEndpoint(cancelApplication, {});
  const { user, portal } = open();
  await user.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  const dialog = within(screen.getByRole('dialog', { name: applicationMessages.cancel }));
  await dialog.findByRole('option', { name: 'It is too far away' });
  await user.selectOptions(dialog.getByLabelText('Cancellation reason'), 'It is too far away');
  mockEndpoint(myApplications, page(application({ outcome: 'withdrawn', reason: 'It is too far away' })));
  await user.click(dialog.getByRole('button', { name: applicationMessages.cancel }));
  expect(await screen.findByText('Withdrawn')).toBeVisible();
  expect(withdraw()).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(portal.announced).toContain('The application for Night watch at the depot is withdrawn.');
  expect(cancelled.calls).toMatchObject([{ jobId: jobIds().jobId, shiftId: jobIds().shiftId, reasonId: mockId(71) }]);
});

it('does not show a withdrawn application again while the list is read, and keeps other applications for the job', async () => {
  const others = [
    application({ applicationId: mockId(82), outcome: 'refused' }),
    application({ ...jobIds(2), applicationId: mockId(83), jobTitle: 'Gate' }),
    application({ shiftId: jobIds(2).shiftId, applicationId: mockId(84), jobTitle: 'Yard' }),
  ];
  mockEndpoint(myApplications, page(application(), ...others));
  mockEndpoint(cancellationReasons, [{ id: mockId(71), name: 'It is too far away' }]);
  mockEndpoint(cancelApplication, {});
  const { user } = renderScreen(<AllJobsScreen />, { path, portal: { now: movingClock() } });
  await user.click(await screen.findByRole('button', { name: 'Withdraw: Night watch at the depot' }));
  const dialog = within(screen.getByRole('dialog', { name: applicationMessages.cancel }));
  await user.selectOptions(await dialog.findByLabelText('Cancellation reason'), await dialog.findByRole('option', { name: /too far/ }));
  const again = mockEndpoint(myApplications, () => new Promise(() => undefined));
  await user.click(dialog.getByRole('button', { name: applicationMessages.cancel }));
  expect(await screen.findByText('Withdrawn')).toBeVisible();
  expect(again.calls).toHaveLength(1);
  expect(withdraw()).toBeNull();
  expect([screen.getAllByText('Refused').length, screen.getAllByText('Waiting').length]).toEqual([1, 2]);
});

it('reads an open page again when staff decide an application', async () => {
  mockEndpoint(myApplications, page(application()));
  const { portal } = open();
  await screen.findByText('Waiting');
  mockEndpoint(myApplications, page(application({ outcome: 'job-cancelled' })));
  act(() => portal.changed('jobs'));
  expect(await screen.findByText('Job cancelled')).toBeVisible();
  mockEndpoint(myApplications, page(application({ outcome: 'refused' })));
  act(() => portal.changed('applications'));
  expect(await screen.findByText('Refused')).toBeVisible();
});

it('offers no withdrawal once the shift has begun', async () => {
  mockEndpoint(myApplications, page(application({ startTime: '2027-03-14T14:59:00Z' })));
  open();
  await screen.findByText('Waiting');
  expect(withdraw()).toBeNull();
});

it('[SHARED-33/3] shows that there are no applications, and that they could not be loaded', async () => {
  mockEndpoint(myApplications, page());
  const { unmount } = open();
  expect(await screen.findByText(/Jobs you apply for appear here/)).toBeVisible();
  expect(screen.getByText('No Data Found')).toBeVisible();
  unmount();
  mockEndpoint(myApplications, fails({ code: 429, message: 'Slow down' }));
  open();
  expect(await screen.findByText('Your applications could not be loaded')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled());
});
