import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { arrive, breakReasons, currentShift, endBreak, endJobReasons, startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waiting } from '@portal/testing/outbox';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { arrivedShift, breakOf, currentOf, endedShift, runningShift, workedShift } from '@portal/testing/shifts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { OnJobScreen } from './OnJobScreen';

const DONE = { at: '2027-03-14T15:00:00.000Z', isServerTime: false };
const NO_ANSWER = fails({ code: 0, message: 'No answer' });

const reasons = () => {
  mockEndpoint(breakReasons, [{ id: mockId(501), name: 'Lunch' }]);
  mockEndpoint(endJobReasons, [{ id: mockId(511), name: 'Shift complete' }]);
};

async function open(shift: WorkedShift | null, options: ScreenOptions = {}) {
  reasons();
  const current = mockEndpoint(currentShift, currentOf(shift));
  const page = renderScreen(<OnJobScreen />, { path: jobsPaths.onJob(), ...options });
  await screen.findByText(shift?.jobTitle ?? 'No shift is coming up');
  return { current, ...page };
}
const field = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling;
const did = () => screen.getByRole('list', { name: 'What you did' });

it.each([
  ['ONJOB-01', 'E-Notes'],
  ['ONJOB-02', 'End Job'],
  ['ONJOB-03', 'SOS'],
  ['ONJOB-06', 'Take Break'],
])('[%s] has a tab %s', async (_id, name) => {
  const { user } = await open(runningShift());
  await user.click(screen.getByRole('tab', { name }));
  expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('tabpanel', { name })).toBeVisible();
});

describe('the four fields', () => {
  it.each([
    ['ONJOB-07', 'Time on Job', '1:00:00'],
    ['ONJOB-08', 'Total Hours', '8 h'],
    ['ONJOB-09', 'Total Remaining', '7:00:00'],
    ['ONJOB-10', 'Total Earning', '$24.50'],
  ])('[%s] %s is shown while a shift runs, and cannot be changed', async (_id, label, value) => {
    await open(runningShift());
    expect(field(label)).toHaveTextContent(value);
    expect(field(label)?.querySelector('input')).toBeNull();
  });

  it.each([
    ['no shift', null],
    ['a shift to come', workedShift()],
    ['a shift that has ended', endedShift()],
  ])('[ONJOB-28] a dash in all four with %s', async (_case, shift) => {
    await open(shift, { portal: { session: { rememberedJob: () => jobIds() } } });
    for (const label of ['Time on Job', 'Total Hours', 'Total Remaining', 'Total Earning']) expect(field(label)).toHaveTextContent(/^–$/);
  });

  it('[ONJOB-28] follow the server’s clock, second by second', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let now = Date.parse('2027-03-14T14:59:59.500Z');
    await open(runningShift(), { portal: { now: () => new Date(now) } });
    expect(field('Time on Job')).toHaveTextContent('0:59:59');
    now += 2000;
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(field('Time on Job')).toHaveTextContent('1:00:01');
    expect(field('Total Remaining')).toHaveTextContent('6:59:58');
    jest.useRealTimers();
  });
});

describe('which shift', () => {
  it('[ONJOB-18] is the one that the portal remembers, never one that the address names', async () => {
    reasons();
    const second = workedShift({ jobTitle: 'Gate B' }, 2);
    const current = mockEndpoint(currentShift, ({ shiftId }) => currentOf(shiftId === jobIds(2).shiftId ? second : workedShift()));
    renderScreen(<OnJobScreen />, {
      path: jobsPaths.onJob({ shiftId: jobIds(3).shiftId }),
      portal: { session: { rememberedJob: () => jobIds(2) } },
    });
    expect(await screen.findByRole('heading', { name: 'Gate B' })).toBeVisible();
    expect(JSON.stringify(current.calls)).not.toContain(jobIds(3).shiftId);
  });

  it('is the one that is worked, whatever job was looked at meanwhile; the portal then remembers it', async () => {
    const rememberJob = jest.fn();
    const { current } = await open(runningShift(), { portal: { session: { rememberedJob: () => jobIds(2), rememberJob } } });
    expect(current.calls).toEqual([{ shiftId: undefined }]);
    await waitFor(() => expect(rememberJob).toHaveBeenCalledWith(jobIds()));
  });

  it.each([
    ['is not the guard’s', currentOf(workedShift())],
    ['is over', currentOf(endedShift({ ...jobIds(2), jobTitle: 'Gate B' }))],
    ['cannot be read', fails({ code: 404, message: 'There is no such shift of yours.' })],
  ])('is the next one when the remembered one %s', async (_case, answer) => {
    reasons();
    mockEndpoint(currentShift, ({ shiftId }) => (shiftId ? answer : currentOf(workedShift())));
    renderScreen(<OnJobScreen />, { portal: { session: { rememberedJob: () => jobIds(2) } } });
    expect(await screen.findByRole('heading', { name: 'Night watch at the depot' })).toBeVisible();
  });

  it('shows job, place, a map link and the schedule in local time and UTC', async () => {
    await open(runningShift({ endTime: '2027-03-15T04:30:00Z' }));
    const job = screen.getByRole('region', { name: 'The job' });
    expect(job).toHaveTextContent('Toronto Yard 7');
    expect(job).toHaveTextContent('Sun, Mar 14, 2027');
    expect(job).toHaveTextContent('10:00 a.m. 2:00 PM UTC – 12:30 a.m. +1 day 4:30 AM UTC');
    expect(within(job).getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', expect.stringContaining('43.6532'));
  });

  it('says that there is none, and how one comes', async () => {
    await open(null);
    expect(await screen.findByText('No shift is coming up')).toBeVisible();
    expect(screen.getByText(/needs one of your shifts/)).toBeVisible();
  });
});

describe('without the API', () => {
  it('says so, tries again, and keeps SOS and 911 in reach', async () => {
    reasons();
    mockEndpoint(currentShift, fails({ code: 429, message: 'Slow down' }));
    const { user } = renderScreen(<OnJobScreen />, { portal: { session: { rememberedJob: () => jobIds() } } });
    expect(await screen.findByText(/Your shift could not be loaded/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
    expect(screen.getByRole('group', { name: 'SOS alert' })).toBeVisible();
    mockEndpoint(currentShift, currentOf(workedShift()));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Night watch at the depot' })).toBeVisible();
  });
});

describe('arrival and start', () => {
  const here = { latitude: 43.7, longitude: -79.4, accuracy: 20, at: '2027-03-14T15:00:00.000Z' };

  it('notes time, place and accuracy', async () => {
    const arrival = mockEndpoint(arrive, { ...DONE, distance: 40, isFar: false });
    const { user, portal } = await open(workedShift(), { portal: { position: async () => here } });
    mockEndpoint(currentShift, currentOf(arrivedShift(), { now: '2027-03-14T15:00:01.000Z' }));
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
    ['refused', 'I have arrived'],
    ['not asked for', 'Arrive without position'],
  ])('works with the position %s', async (_case, button) => {
    const arrival = mockEndpoint(arrive, { ...DONE, distance: null, isFar: false });
    const { user } = await open(workedShift());
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(arrival.calls).toEqual([expect.not.objectContaining({ lat: expect.anything() })]));
  });

  it('tells that the guard is far away, and lets the shift be started', async () => {
    const far = { at: DONE.at, receivedAt: DONE.at, lat: 44, long: -79, accuracy: 20, distance: 3210, isFar: true };
    await open(arrivedShift({ arrival: far }));
    expect(screen.getByText(shiftMessages.arrivedFar('3.2'))).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start shift' })).toBeEnabled();
  });

  it('says when it is too early to arrive and to start', async () => {
    const { unmount } = await open(workedShift({ arriveFrom: '2027-03-14T16:00:00Z' }));
    expect(screen.getByText('From 12:00 p.m. you can say that you have arrived.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I have arrived' })).toBeNull();
    unmount();
    await open(arrivedShift({ startFrom: '2027-03-15T16:00:00Z' }));
    expect(screen.getByText(/From 12:00 p.m., Mon, Mar 15, 2027 you can start/)).toBeVisible();
  });

  it('tells when the server did not believe the phone’s clock', async () => {
    const words = shiftMessages.serverTime(shiftMessages.started, DONE.at);
    mockEndpoint(startJob, { ...DONE, isServerTime: true }, words);
    const { user, portal } = await open(arrivedShift());
    await user.click(screen.getByRole('button', { name: 'Start shift' }));
    await waitFor(() => expect(portal.toasts).toEqual([{ kind: 'info', text: words }]));
  });

  it('tells when the phone’s own clock is wrong', async () => {
    const threeHoursBack = () => new Date(Date.now() - 3 * 3_600_000);
    await open(runningShift(), { portal: { now: threeHoursBack } });
    expect(screen.getByText("Your phone's clock is about 3 hours ahead. All times here follow our server.")).toBeVisible();
  });

  it.each([
    ['awarded', 'of a cancelled job', { isCancelled: true }, shiftMessages.cancelled],
    ['leave-requested', 'with leave asked for', { state: 'leave-requested' }, shiftMessages.leaveRequested],
  ] as const)('%s %s offers no arrival and says why', async (_state, _case, changes, words) => {
    await open(workedShift(changes));
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I have arrived' })).toBeNull();
  });
});

describe('without signal', () => {
  it('an act counts on the phone, says that it waits, and is sent later with the same key', async () => {
    const answers = [NO_ANSWER, DONE];
    const start = mockEndpoint(startJob, () => answers.shift() ?? DONE);
    const { user, portal } = await open(arrivedShift());
    await user.click(screen.getByRole('button', { name: 'Start shift' }));
    expect(await screen.findByText('Start of the shift')).toBeVisible();
    expect(did()).toHaveTextContent('On this phone, waiting to be sent');
    expect(screen.getByText('Counted on this phone. Something still waits to be sent.')).toBeVisible();
    expect(field('Time on Job')).toHaveTextContent('0:00:00');

    mockEndpoint(currentShift, currentOf(runningShift(), { now: '2027-03-14T15:00:01.000Z' }));
    portal.outbox.retry(portal.outbox.current()[0]?.key ?? '');
    await waitFor(() => expect(did()).toHaveTextContent('Sent 11:00 a.m.'));
    expect(screen.queryByText(/Something still waits/)).toBeNull();
    expect(new Set(start.options.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  it('finds what waits after a reload', async () => {
    const { portal } = await open(arrivedShift());
    const { shiftId } = jobIds();
    portal.outbox.put(
      waiting({ order: shiftId, endpointId: startJob.id, what: 'Start of the shift', input: { at: '2027-03-14T14:30:00.000Z' } }),
    );
    expect(did()).toHaveTextContent('Start of the shift');
    expect(field('Time on Job')).toHaveTextContent('0:30:00');
  });

  it('a refusal is told with its reason, and can be tried again or dismissed', async () => {
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
  it('shows since when it runs, and is ended explicitly', async () => {
    const ending = mockEndpoint(endBreak, DONE);
    const { user } = await open(runningShift({ state: 'on-break', breaks: [breakOf()] }));
    expect(screen.getByRole('heading', { name: 'On a break: Lunch' })).toBeVisible();
    expect(screen.getByText('Since 10:45 a.m., 15 min')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: 'Take Break' }));
    expect(screen.queryByRole('button', { name: 'Take Break' })).toBeNull();
    mockEndpoint(currentShift, currentOf(runningShift(), { now: '2027-03-14T15:00:01.000Z' }));
    await user.click(screen.getByRole('button', { name: 'End break' }));
    await waitFor(() => expect(ending.calls).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Take Break' })).toBeVisible();
  });
});

describe('e-notes', () => {
  it('[ONJOB-11] are the job’s real ones', async () => {
    const notes = [{ title: 'Gate found open', description: 'Closed it again.', at: '2027-03-14T14:30:00.000Z' }];
    const { user } = await open(runningShift({ enotes: notes }));
    await user.click(screen.getByRole('tab', { name: 'E-Notes' }));
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Gate found open');
    expect(within(screen.getByRole('tabpanel')).getAllByRole('listitem')).toHaveLength(1);
  });

  it('[ONJOB-11] without any, no samples: it says that there are none', async () => {
    const { user } = await open(runningShift());
    await user.click(screen.getByRole('tab', { name: 'E-Notes' }));
    expect(screen.getByText('No e-notes yet')).toBeVisible();
    expect(within(screen.getByRole('tabpanel')).queryAllByRole('listitem')).toHaveLength(0);
  });
});

it('past the scheduled end a running shift asks to be ended', async () => {
  const { user } = await open(runningShift({ endTime: '2027-03-14T14:55:00Z' }));
  await user.click(within(screen.getByRole('region', { name: 'What comes next' })).getByRole('button', { name: 'End Job' }));
  expect(screen.getByRole('dialog', { name: 'End Job' })).toBeVisible();
});

it('offers the record of what was ended last', async () => {
  reasons();
  const lastEnded = { shiftId: jobIds(4).shiftId, jobTitle: 'Gate B', at: '2027-03-14T10:00:00Z' };
  mockEndpoint(currentShift, currentOf(workedShift(), { lastEnded }));
  renderScreen(<OnJobScreen />);
  expect(await screen.findByRole('button', { name: 'Shift record: Gate B' })).toBeVisible();
});
