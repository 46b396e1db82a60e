import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { arrive, currentShift, endBreak, endJob, shiftRecord, startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import {
  arrivedShift,
  breakOf,
  currentShiftReply,
  endedShift,
  liveField,
  mockReasons,
  openOnJob,
  runningShift,
  workedShift,
} from '@portal/testing/shifts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { OnJobScreen } from './OnJobScreen';

const DONE = { at: '2027-03-14T15:00:00.000Z', isServerTime: false };
const NO_ANSWER = fails({ code: 0, message: 'No answer' });

const open = (shift: WorkedShift | null, options?: ScreenOptions) => openOnJob(<OnJobScreen />, shift, options);
const did = () => screen.getByRole('list', { name: 'What you did' });

it('shows the times of a shift in the zone of its site, and names the zone if it is not Toronto’s', async () => {
  const { unmount } = await open(arrivedShift({ timeZone: 'America/Winnipeg' }));
  const job = () => screen.getByRole('region', { name: 'The job' });
  expect(job()).toHaveTextContent('9:00 a.m. CDT 2:00 PM UTC – 5:00 p.m. CDT 10:00 PM UTC');
  expect(screen.getByText(/^Arrived 8:50 a\.m\. CDT, 40 m/)).toBeVisible();
  unmount();
  await open(arrivedShift());
  expect(job()).toHaveTextContent('10:00 a.m. 2:00 PM UTC – 6:00 p.m. 10:00 PM UTC');
});

describe('arrival and start', () => {
  const here = { latitude: 43.7, longitude: -79.4, accuracy: 20, at: '2027-03-14T15:00:00.000Z' };

  it('an arrival records time, position and accuracy', async () => {
    const arrival = mockEndpoint(arrive, { ...DONE, distance: 40, isFar: false });
    const { user, portal } = await open(workedShift(), { portal: { position: async () => here } });
    mockEndpoint(currentShift, currentShiftReply(arrivedShift(), { now: '2027-03-14T15:00:01.000Z' }));
    await user.click(screen.getByRole('button', { name: 'I have arrived' }));
    const { jobId, shiftId } = jobIds();
    expect(arrival.calls).toEqual([{ jobId, shiftId, at: '2027-03-14T15:00:00.000Z', lat: 43.7, long: -79.4, accuracy: 20 }]);
    expect(portal.writes[0]?.options).toMatchObject({
      order: shiftId,
      durable: { what: 'Arrival' },
      validUntil: '2027-03-15T03:00:00.000Z',
    });
    expect(await screen.findByText('Arrived 9:50 a.m., 40 m from the site (position accurate to 18 m)')).toBeVisible();
    expect(did()).toHaveTextContent('ArrivalSent 11:00 a.m.');
  });

  it.each([
    ['refused, which is said', 'I have arrived', 'Your position could not be found. You can record your arrival without it.'],
    ['not asked for', 'Arrive without position', null],
  ])('an arrival works with the position %s', async (_case, button, said) => {
    const arrival = mockEndpoint(arrive, { ...DONE, distance: null, isFar: false });
    const { user } = await open(workedShift());
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(arrival.calls).toEqual([expect.not.objectContaining({ lat: expect.anything() })]));
    expect(screen.queryByText(/^Your position could not/)?.textContent ?? null).toBe(said);
  });

  it('a second press records the arrival without a position while the position is still being read', async () => {
    const arrival = mockEndpoint(arrive, { ...DONE, distance: null, isFar: false });
    let found: (position: null) => void = () => undefined;
    const position = () => new Promise<null>((resolve) => (found = resolve));
    const { user } = await open(workedShift(), { portal: { position } });
    await user.click(screen.getByRole('button', { name: 'I have arrived' }));
    await user.click(screen.getByRole('button', { name: 'Arrive without position' }));
    await waitFor(() => expect(arrival.calls).toHaveLength(1));
    await act(async () => found(null));
    expect(arrival.calls).toHaveLength(1);
  });

  it('warns that the guard is far from the site, and allows the start', async () => {
    const far = { at: DONE.at, receivedAt: DONE.at, lat: 44, long: -79, accuracy: 20, distance: 3210, isFar: true };
    await open(arrivedShift({ arrival: far }));
    expect(screen.getByText(shiftMessages.arrivedFar('3.2'))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start shift' })).toBeEnabled();
  });

  it('explains when it is too early to arrive and to start', async () => {
    const { unmount } = await open(workedShift({ arriveFrom: '2027-03-14T16:00:00Z' }));
    expect(screen.getByText('From 12:00 p.m. you can record your arrival.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I have arrived' })).toBeNull();
    unmount();
    await open(arrivedShift({ startFrom: '2027-03-15T16:00:00Z' }));
    expect(screen.getByText(/From 12:00 p.m., Mon, Mar 15, 2027 you can start/)).toBeVisible();
  });

  it.each([
    ['arrive', workedShift({ arriveFrom: '2027-03-14T14:00:00Z' })],
    ['start', arrivedShift({ startFrom: '2027-03-14T14:00:00Z' })],
  ])('shows no time at which the guard can %s before the server time is known', async (_act, shift) => {
    await open(shift, { portal: { clock: { reading: () => 0, subscribe: () => () => undefined } } });
    expect(screen.queryByText(/^From .* you can/)).toBeNull();
  });

  it('explains that the server rejected the device time', async () => {
    const words = shiftMessages.serverTime(shiftMessages.started, DONE.at);
    mockEndpoint(startJob, { ...DONE, isServerTime: true }, words);
    const { user, portal } = await open(arrivedShift());
    await user.click(screen.getByRole('button', { name: 'Start shift' }));
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'info', text: words }]));
  });

  it('[COVER-09] shows the reply about an arrival that was kept because the guard lost the shift since', async () => {
    const words = `${shiftMessages.actKept('arrived', '11:00 a.m.')} ${shiftMessages.lost(DONE.at, null, DONE.at)}`;
    mockEndpoint(arrive, { ...DONE, distance: null, isFar: false }, words);
    const { user, portal } = await open(workedShift());
    await user.click(screen.getByRole('button', { name: 'Arrive without position' }));
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'info', text: words }]));
  });

  it('warns that the device clock is wrong', async () => {
    const threeHoursBack = () => new Date(Date.now() - 3 * 3_600_000);
    await open(runningShift(), { portal: { now: threeHoursBack } });
    expect(screen.getByText("Your phone's clock is about 3 hours ahead. All times here follow our server.")).toBeVisible();
  });

  it.each([
    ['awarded', 'of a cancelled job', { isCancelled: true }, shiftMessages.cancelled],
    ['leave-requested', 'with leave asked for', { state: 'leave-requested' }, shiftMessages.leaveRequested],
  ] as const)('a shift that is %s %s offers no arrival and explains why', async (_state, _case, changes, words) => {
    await open(workedShift(changes));
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I have arrived' })).toBeNull();
  });
});

describe('without a connection', () => {
  it('an action counts on the device without a connection, shows that it is queued, and is sent later with the same key', async () => {
    const answers = [NO_ANSWER, DONE];
    const start = mockEndpoint(startJob, () => answers.shift() ?? DONE);
    const { user, portal } = await open(arrivedShift());
    await user.click(screen.getByRole('button', { name: 'Start shift' }));
    expect(await screen.findByText('Start of the shift')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('heading')).toContain(document.activeElement));
    expect(did()).toHaveTextContent('On this phone, waiting to be sent');
    expect(screen.getByText('These figures include entries on this phone that are still waiting to be sent.')).toBeVisible();
    expect(liveField('Time on Job')).toHaveTextContent('0:00:00');

    mockEndpoint(currentShift, currentShiftReply(runningShift(), { now: '2027-03-14T15:00:01.000Z' }));
    portal.outbox.retry(portal.outbox.current()[0]?.key ?? '');
    await waitFor(() => expect(did()).toHaveTextContent('Sent 11:00 a.m.'));
    expect(screen.queryByText(/entries are still waiting/)).toBeNull();
    expect(new Set(start.options.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('an action that the device cannot store is reported as not saved, once', async () => {
    mockEndpoint(startJob, NO_ANSWER);
    const { user, portal } = await open(arrivedShift());
    portal.outbox.isFull = true;
    await user.click(screen.getByRole('button', { name: 'Start shift' }));
    expect(await screen.findByText(shiftMessages.notSaved)).toBeVisible();
    portal.outbox.isFull = false;
    mockEndpoint(startJob, fails({ code: 409, message: shiftMessages.otherRunning }));
    await user.click(screen.getByRole('button', { name: 'Start shift' }));
    expect(await screen.findByText(`Not sent: ${shiftMessages.otherRunning}`)).toBeVisible();
    expect(screen.queryByText(shiftMessages.otherRunning)).toBeNull();
  });

  it('shows queued actions after a reload', async () => {
    const { portal } = await open(arrivedShift());
    const { shiftId } = jobIds();
    portal.outbox.put(
      waitingWrite({ order: shiftId, endpointId: startJob.id, what: 'Start of the shift', input: { at: '2027-03-14T14:30:00.000Z' } }),
    );
    expect(did()).toHaveTextContent('Start of the shift');
    expect(liveField('Time on Job')).toHaveTextContent('0:30:00');
  });

  it('shows a refused action with its reason, and can retry or dismiss it', async () => {
    mockEndpoint(startJob, fails({ code: 409, message: shiftMessages.otherRunning }));
    const { user, portal } = await open(arrivedShift());
    await user.click(screen.getByRole('button', { name: 'Start shift' }));
    expect(await screen.findByText(`Not sent: ${shiftMessages.otherRunning}`)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start shift' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Try again: Start of the shift' }));
    expect(portal.outbox.retried).toHaveLength(1);
    await user.click(await screen.findByRole('button', { name: 'Dismiss: Start of the shift' }));
    expect(screen.queryByText(/Not sent/, { selector: 'li *' })).toBeNull();
  });
});

describe('a break', () => {
  it('[AUTHZ-28] a break shows its start, and ends only when the guard ends it', async () => {
    const ending = mockEndpoint(endBreak, DONE);
    const { user } = await open(runningShift({ state: 'on-break', breaks: [breakOf()] }));
    expect(screen.getByRole('heading', { name: 'On a break: Lunch' })).toBeVisible();
    expect(screen.getByText('Since 10:45 a.m., 15 min')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Take Break' }));
    expect(screen.queryByRole('button', { name: 'Take Break' })).toBeNull();
    mockEndpoint(currentShift, currentShiftReply(runningShift(), { now: '2027-03-14T15:00:01.000Z' }));
    await user.click(screen.getByRole('button', { name: 'End break' }));
    await waitFor(() => expect(ending.calls).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Take Break' })).toBeVisible();
  });
});

it('a running shift requests its end after the scheduled end', async () => {
  const { user } = await open(runningShift({ endTime: '2027-03-14T14:55:00Z' }));
  await user.click(within(screen.getByRole('region', { name: 'What comes next' })).getByRole('button', { name: 'End Job' }));
  expect(screen.getByRole('dialog', { name: 'End Job' })).toBeVisible();
});

describe('after the end', () => {
  const { shiftId } = jobIds();
  const entry = { order: shiftId, endpointId: endJob.id, what: 'End of the shift' };

  it('[SHELL-45] shows an expected earning and does not claim the end while the end is queued', async () => {
    const { portal } = await open(runningShift());
    portal.outbox.put(waitingWrite({ ...entry, input: { at: '2027-03-14T15:00:00.000Z' } }));
    expect(screen.getByRole('heading', { name: 'Your end of shift is waiting to be sent' })).toBeVisible();
    expect(screen.getByText('Expected earning').nextElementSibling).toHaveTextContent('$24.50');
    expect(screen.queryByRole('button', { name: 'Shift record' })).toBeNull();
  });

  it('[SHELL-45] shows the credited earning after the end was sent, with links to record and history', async () => {
    mockReasons();
    mockEndpoint(currentShift, (input) => currentShiftReply(input.shiftId === shiftId ? endedShift() : null));
    mockEndpoint(shiftRecord, endedShift());
    const { portal, user } = renderScreen(<OnJobScreen />);
    portal.outbox.put(waitingWrite({ ...entry, state: 'sent', sentAt: '2027-03-14T14:59:00.000Z', input: undefined }));
    expect(await screen.findByRole('heading', { name: 'Your shift has ended' })).toBeVisible();
    expect(screen.getByText('Earning').nextElementSibling).toHaveTextContent('$24.50');
    expect(screen.getByRole('link', { name: 'Job History' })).toHaveAttribute('href', jobsPaths.history());
    await user.click(screen.getByRole('button', { name: 'Shift record' }));
    expect(await screen.findByRole('dialog', { name: 'Shift record' })).toBeVisible();
  });

  it('opens the next shift with one press, even if it follows immediately', async () => {
    mockReasons();
    const next = workedShift({ jobTitle: 'Gate B' }, 2);
    mockEndpoint(currentShift, (input) => currentShiftReply(input.shiftId === shiftId ? endedShift() : next));
    const { portal, user } = renderScreen(<OnJobScreen />);
    portal.outbox.put(waitingWrite({ ...entry, state: 'sent', sentAt: '2027-03-14T14:59:00.000Z', input: undefined }));
    await user.click(await screen.findByRole('button', { name: 'Go to your next shift' }));
    expect(await screen.findByRole('heading', { name: 'Gate B' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'I have arrived' })).toBeEnabled();
  });
});
