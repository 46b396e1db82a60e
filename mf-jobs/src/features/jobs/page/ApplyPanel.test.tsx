import { copy } from '@portal/contracts/_kernel/copy';
import { applyForJob, cancelApplication, cancellationReasons } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { movingClock } from '@portal/testing/fakePortal';
import { mockId } from '@portal/testing/ids';
import { detailOf, job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen } from '@portal/testing/renderScreen';
import { screen, waitFor, within } from '@testing-library/react';
import { applicationOverlay, applyStateOf } from '../../applications/applications.queries';
import { JobPageScreen } from './JobPageScreen';

const KEPT = 'Your application is saved on this device. We will send it when you are back online.';
const refused = { code: 409, message: '', userMessage: applicationMessages.full, fields: {} };

async function open(changes: Parameters<typeof detailOf>[0] = {}) {
  mockEndpoint(jobDetail, detailOf(changes));
  const page = renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()) });
  await screen.findByText(/of 5 guards applied/);
  return page;
}

it('[SHELL-45] shows the pay of the job with a $ and two decimals', async () => {
  await open();
  expect(within(screen.getByRole('region', { name: 'Apply' })).getByText('$24.50')).toBeVisible();
});

it('queues an application without a reply, shows that, and shows the success after it is sent', async () => {
  const answers = [fails({ code: 0, message: 'No answer' }), {}];
  const applied = mockEndpoint(applyForJob, () => answers.shift() ?? {}, 'We will tell you soon.');
  const { user, portal } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  expect(await screen.findByRole('button', { name: 'Waiting to be sent' })).toBeDisabled();
  expect(screen.getByText(KEPT)).toHaveAttribute('role', 'status');
  expect(portal.toasts).toEqual([]);
  expect(portal.writes[0]?.options).toMatchObject({
    order: jobIds().jobId,
    validUntil: detailOf().startTime,
    durable: { what: `Application: ${job().jobTitle}` },
  });
  portal.outbox.retry(portal.outbox.current()[0]?.key ?? '');
  expect(await screen.findByRole('dialog', { name: applicationMessages.applied })).toHaveTextContent('We will tell you soon.');
  expect(applied.calls).toHaveLength(2);
});

it.each([
  ['waits on the device', { state: 'on device' }, 'Waiting to be sent', KEPT],
  ['was refused after it had waited', { state: 'failed', failure: refused }, 'Apply Now', '5 Guards Already Applied'],
] as const)('shows an application that %s after a reload', async (_what, over, label, line) => {
  const { portal } = await open();
  portal.outbox.put(waitingWrite({ ...over, order: jobIds().jobId, endpointId: applyForJob.id }));
  expect(await screen.findByRole('button', { name: label })).toBeVisible();
  expect(screen.getByText(line)).toBeVisible();
});

it('allows a new application without a warning after the queued one was dismissed', async () => {
  mockEndpoint(applyForJob, fails({ code: 0, message: 'No answer' }));
  const { user, portal } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await screen.findByRole('button', { name: applicationMessages.waits });
  portal.outbox.dismiss(portal.outbox.current()[0]?.key ?? '');
  expect(await screen.findByRole('button', { name: applicationMessages.applyNow })).toBeEnabled();
  expect(portal.toasts).toEqual([]);
});

it('replaces a refused application with a new one', async () => {
  mockEndpoint(applyForJob, {});
  const { portal, user } = await open();
  portal.outbox.put(waitingWrite({ key: 'old', state: 'failed', failure: refused, order: jobIds().jobId, endpointId: applyForJob.id }));
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await screen.findByRole('dialog', { name: applicationMessages.applied });
  expect(portal.outbox.dismissed).toEqual(['old']);
});

it('[JOBPAGE-30, JOBPAGE-31, JOBPAGE-32] a fifth guard can apply when four have applied', async () => {
  const applied = mockEndpoint(applyForJob, {});
  const { user } = await open({ appliedCount: 4 });
  await user.click(screen.getByRole('button', { name: 'Apply Now' }));
  await screen.findByRole('dialog', { name: applicationMessages.applied });
  expect(applied.calls).toHaveLength(1);
});

it('sends an application at the exact moment of the start', async () => {
  const applied = mockEndpoint(applyForJob, {});
  const { user } = await open({ startTime: '2027-03-14T15:00:00Z' });
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await waitFor(() => expect(applied.calls).toHaveLength(1));
});

it('ignores applications that were sent earlier', async () => {
  mockEndpoint(applyForJob, {});
  const { portal, user } = await open();
  portal.outbox.put(waitingWrite({ key: 'old', state: 'sent', order: jobIds().jobId, endpointId: applyForJob.id }));
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await screen.findByRole('dialog', { name: applicationMessages.applied });
  expect(portal.outbox.dismissed).toEqual([]);
});

it('is busy while a queued application is being sent', async () => {
  const { portal } = await open();
  portal.outbox.put(waitingWrite({ state: 'sending', order: jobIds().jobId, endpointId: applyForJob.id }));
  expect(await screen.findByRole('button', { name: copy.pleaseWait })).toBeDisabled();
});

it('shows the job as applied when the server does, whatever the outbox has', async () => {
  const { portal } = await open({ isAppliedStatus: true });
  portal.outbox.put(waitingWrite({ order: jobIds().jobId, endpointId: applyForJob.id }));
  await waitFor(() => expect(portal.outbox.current()).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Already Applied' })).toBeDisabled();
  expect(screen.queryByText(KEPT)).toBeNull();
});

it('after an award shows that the job is the guard’s, with links to its shifts, the chat and the calendar', async () => {
  await open({ isAppliedStatus: true, jobStatus: 6 });
  const panel = within(screen.getByRole('region', { name: 'Apply' }));
  expect(panel.getByText('This job is yours.')).toBeVisible();
  const links = panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Your shifts', jobsPaths.jobDetail(jobIds())],
    ['Chat', chatPaths.rooms({ job: jobIds().jobId })],
    ['Calendar', '/all-job?calendar=1'],
  ]);
  expect(panel.queryByRole('button')).toBeNull();
});

it.each([
  [{ isHeld: true, jobStatus: 7 }, 'This job is over.', 'Your shifts', jobsPaths.jobDetail(jobIds())],
  [{ isHeld: true, jobStatus: 5 }, 'This job is over.', 'Your shifts', jobsPaths.jobDetail(jobIds())],
  [{ isHeld: true, jobStatus: 3 }, 'This job was cancelled.', 'Your shifts', jobsPaths.jobDetail(jobIds())],
  [{ isHeld: false, jobStatus: 3 }, 'This job was cancelled.', 'Search Jobs', jobsPaths.search()],
])('shows for a job with %j its outcome and one next step', async (over, words, label, href) => {
  await open({ isAppliedStatus: true, ...over });
  const panel = within(screen.getByRole('region', { name: 'Apply' }));
  expect(panel.getByText(words)).toBeVisible();
  expect(panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([[label, href]]);
  expect(panel.queryByRole('button')).toBeNull();
});

it('shows no links for an application without an award', async () => {
  await open({ isAppliedStatus: true });
  expect(screen.getByRole('button', { name: 'Already Applied' })).toBeDisabled();
  expect(within(screen.getByRole('region', { name: 'Apply' })).queryByRole('link')).toBeNull();
});

it('reads the job again after a refusal, and clears the refusal at the next try', async () => {
  const answers = [fails({ code: 409, message: applicationMessages.full }), new Promise<never>(() => undefined)];
  mockEndpoint(applyForJob, () => answers.shift() ?? {});
  const { user, portal } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  expect(await screen.findByText('5 Guards Already Applied')).toBeVisible();
  expect(portal.changes).toEqual(['applications']);
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  expect(screen.queryByText('5 Guards Already Applied')).toBeNull();
});

it('opens the job again when an application from another device is withdrawn here', async () => {
  mockEndpoint(applyForJob, fails({ code: 404, message: applicationMessages.alreadyApplied }));
  mockEndpoint(cancellationReasons, [{ id: mockId(71), name: 'It is too far away' }]);
  mockEndpoint(cancelApplication, {});
  const { user } = await open();
  mockEndpoint(jobDetail, detailOf({ isAppliedStatus: true }));
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  await user.click(await screen.findByRole('button', { name: applicationMessages.cancel }));
  mockEndpoint(jobDetail, detailOf());
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('Cancellation reason'), await dialog.findByRole('option', { name: /too far/ }));
  await user.click(dialog.getByRole('button', { name: applicationMessages.cancel }));
  expect(await screen.findByRole('button', { name: applicationMessages.applyNow })).toBeEnabled();
});

it('removes the message of a success when the guard closes it', async () => {
  mockEndpoint(applyForJob, {});
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: applicationMessages.applyNow }));
  const dialog = within(await screen.findByRole('dialog', { name: applicationMessages.applied }));
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('stays applied while the job is read again, and can be withdrawn immediately', async () => {
  mockEndpoint(applyForJob, {});
  mockEndpoint(jobDetail, detailOf());
  const { user } = renderScreen(<JobPageScreen />, { path: jobsPaths.jobPage(jobIds()), portal: { now: movingClock() } });
  const apply = await screen.findByRole('button', { name: applicationMessages.applyNow });
  const again = mockEndpoint(jobDetail, () => new Promise(() => undefined));
  await user.click(apply);
  await screen.findByRole('dialog', { name: applicationMessages.applied });
  expect(again.calls).toHaveLength(1);
  expect(screen.getByText('3 of 5 guards applied')).toBeInTheDocument();
  expect(apply).toHaveTextContent('Already Applied');
  expect(apply).toBeDisabled();
  expect(screen.getByText(applicationMessages.cancel)).toBeInTheDocument();
});

it.each([
  ['was sent', { state: 'sent' }],
  ['is for another job', { order: jobIds(2).jobId }],
  ['is no application', { endpointId: cancelApplication.id }],
] as const)('shows neither a queued application nor a warning for a write that %s', async (_what, over) => {
  const { portal } = await open();
  portal.outbox.put(waitingWrite({ order: jobIds().jobId, endpointId: applyForJob.id, ...over }));
  await waitFor(() => expect(portal.outbox.current()).toHaveLength(1));
  expect(screen.getByRole('button', { name: 'Apply Now' })).toBeEnabled();
  expect(screen.queryByText(KEPT)).toBeNull();
  expect(portal.toasts).toEqual([]);
});

it('warns once when the server refuses a queued application, and not for a failed connection', async () => {
  const { portal } = await open();
  const entry = waitingWrite({ key: 'one', order: jobIds().jobId, endpointId: applyForJob.id });
  portal.outbox.put({ ...entry, failure: { ...refused, code: 0 } });
  await screen.findByRole('button', { name: 'Waiting to be sent' });
  expect(portal.toasts).toEqual([]);
  for (const what of ['first', 'again']) portal.outbox.put({ ...entry, what, failure: { ...refused, code: 503, userMessage: 'Busy.' } });
  await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'warning', text: 'Busy.' }]));
});

it.each([
  [{ isAppliedStatus: true, appliedCount: 5 }, 'applied'],
  [{ isAppliedStatus: true, jobStatus: 6 }, 'yours'],
  [{ isAppliedStatus: true, jobStatus: 4 }, 'yours'],
  [{ isAppliedStatus: true, jobStatus: 7 }, 'applied'],
  [{ isAppliedStatus: true, jobStatus: 5 }, 'applied'],
  [{ isAppliedStatus: true, jobStatus: 5, isHeld: false }, 'applied'],
  [{ isAppliedStatus: true, jobStatus: 1, isHeld: false }, 'applied'],
  [{ isAppliedStatus: true, jobStatus: 6, isHeld: true }, 'yours'],
  [{ isAppliedStatus: true, jobStatus: 4, isHeld: true }, 'yours'],
  [{ isAppliedStatus: true, jobStatus: 7, isHeld: true }, 'over'],
  [{ isAppliedStatus: true, jobStatus: 5, isHeld: true }, 'over'],
  [{ isAppliedStatus: true, jobStatus: 3, isHeld: true }, 'cancelled'],
  [{ isAppliedStatus: true, jobStatus: 3 }, 'cancelled'],
  [{ appliedCount: 5 }, 'full'],
  [{ appliedCount: 4 }, 'open'],
] as const)('with %j the job is %s for this guard', (over, applyState) => expect(applyStateOf(detailOf(over))).toBe(applyState));

describe('application overlay', () => {
  const { jobId, shiftId } = jobIds();
  const act = (endpointId: string, input: object, state: 'sent' | 'on device' = 'sent') => waitingWrite({ endpointId, input, state });
  const applied = (read: ReturnType<typeof detailOf>, input: object, state?: 'on device') =>
    applicationOverlay[applyForJob.id]?.(read, act(applyForJob.id, input, state));
  const takenBack = (read: ReturnType<typeof detailOf>, input: object) =>
    applicationOverlay[cancelApplication.id]?.(read, act(cancelApplication.id, input));
  const [free, mine] = [detailOf(), detailOf({ isAppliedStatus: true, appliedCount: 3 })];

  it('shows a sent application only on its own job, counted once', () => {
    expect(applied(free, { jobId })).toEqual({ ...free, isAppliedStatus: true, appliedCount: 3 });
    expect(applied(free, { jobId }, 'on device')).toBe(free);
    expect(applied(free, { jobId: jobIds(2).jobId })).toBe(free);
    expect(applied(mine, { jobId })).toBe(mine);
  });

  it('removes a withdrawn application only from its own job, counted once', () => {
    expect(takenBack(mine, { jobId, shiftId })).toEqual({ ...mine, isAppliedStatus: false, appliedCount: 2 });
    expect(takenBack(mine, { jobId: jobIds(2).jobId, shiftId })).toBe(mine);
    expect(takenBack(free, { jobId, shiftId })).toBe(free);
  });
});
