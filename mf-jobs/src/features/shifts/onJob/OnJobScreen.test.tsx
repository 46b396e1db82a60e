import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { currentShift, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { movingClock } from '@portal/testing/fakePortal';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
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

const open = (shift: WorkedShift | null, options?: ScreenOptions) => openOnJob(<OnJobScreen />, shift, options);

describe('the four fields', () => {
  it.each([
    ['ONJOB-07, ONJOB-28/1', 'Time on Job', '1:00:00'],
    ['ONJOB-08, ONJOB-28/1', 'Total Hours', '8 h'],
    ['ONJOB-09, ONJOB-28/1', 'Total Remaining', '7:00:00'],
    ['ONJOB-10/1, ONJOB-28/1, SHELL-45', 'Total Earning', '$24.50'],
  ])('[%s] shows %s during a shift and during a break, read-only', async (_id, label, value) => {
    for (const shift of [runningShift(), runningShift({ state: 'on-break', breaks: [breakOf()] })]) {
      const { unmount } = await open(shift);
      expect(liveField(label)?.textContent).toBe(value);
      expect(liveField(label)?.querySelector('input, textarea, select, button, [contenteditable]')).toBeNull();
      unmount();
    }
  });

  it.each([
    ['no shift', null],
    ['a shift to come', workedShift()],
    ['a shift on which leave was asked for', workedShift({ state: 'leave-requested' })],
    ['a shift that the guard has come to, which has not started', arrivedShift()],
    ['a shift that has ended', endedShift()],
    ['a shift that was missed', workedShift({ state: 'missed' })],
  ])('[ONJOB-28/2, ONJOB-10/2] shows a dash in all four fields with %s', async (_case, shift) => {
    await open(shift, { portal: { session: { rememberedJob: () => jobIds() } } });
    for (const label of ['Time on Job', 'Total Hours', 'Total Remaining', 'Total Earning'])
      expect(liveField(label)).toHaveTextContent(/^–$/);
  });

  it('[ONJOB-07, ONJOB-08, ONJOB-10/1, ONJOB-28/1] updates the four fields every second by the server’s clock', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    let now = Date.parse('2027-03-14T14:59:59.500Z');
    await open(runningShift({ endTime: '2027-03-14T21:30:00Z' }), { portal: { now: () => new Date(now) } });
    expect(liveField('Time on Job')).toHaveTextContent('0:59:59');
    now += 2000;
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(liveField('Time on Job')).toHaveTextContent('1:00:01');
    expect(liveField('Total Remaining')).toHaveTextContent('6:29:58');
    expect(liveField('Total Earning')).toHaveTextContent('$24.51');
    now += 3_600_000;
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(liveField('Time on Job')).toHaveTextContent('2:00:01');
    expect(liveField('Total Hours')).toHaveTextContent('7 h 30 min');
    expect(liveField('Total Remaining')).toHaveTextContent('5:29:58');
    expect(liveField('Total Earning')).toHaveTextContent('$49.01');
    jest.useRealTimers();
  });
});

describe('which shift', () => {
  it('[ONJOB-18] shows the shift that the portal remembers, and ignores a shift in the address', async () => {
    mockReasons();
    const second = workedShift({ jobTitle: 'Gate B' }, 2);
    const current = mockEndpoint(currentShift, ({ shiftId }) => currentShiftReply(shiftId === jobIds(2).shiftId ? second : workedShift()));
    renderScreen(<OnJobScreen />, {
      path: jobsPaths.onJob({ shiftId: jobIds(3).shiftId }),
      portal: { session: { rememberedJob: () => jobIds(2) } },
    });
    expect(await screen.findByRole('heading', { name: 'Gate B' })).toBeVisible();
    expect(JSON.stringify(current.calls)).not.toContain(jobIds(3).shiftId);
  });

  it('shows the shift that is being worked, even if the guard opened another job, and makes the portal remember it', async () => {
    const rememberJob = jest.fn();
    const { current } = await open(runningShift(), { portal: { session: { rememberedJob: () => jobIds(2), rememberJob } } });
    expect(current.calls).toEqual([{ shiftId: undefined }]);
    await waitFor(() => expect(rememberJob).toHaveBeenCalledWith(jobIds()));
  });

  it.each([
    ['is not the guard’s', currentShiftReply(workedShift())],
    ['is over', currentShiftReply(endedShift({ ...jobIds(2), jobTitle: 'Gate B' }))],
    ['cannot be read', fails({ code: 404, message: 'There is no such shift of yours.' })],
  ])('shows the next shift when the remembered one %s', async (_case, answer) => {
    mockReasons();
    mockEndpoint(currentShift, ({ shiftId }) => (shiftId ? answer : currentShiftReply(workedShift())));
    renderScreen(<OnJobScreen />, { portal: { session: { rememberedJob: () => jobIds(2) } } });
    expect(await screen.findByRole('heading', { name: 'Night watch at the depot' })).toBeVisible();
  });

  it('offers no SOS for a job of the search, which is not one of the guard’s', async () => {
    await open(null, { portal: { session: { rememberedJob: () => jobIds(2) } } });
    expect(await screen.findByText(/needs one of your shifts/)).toBeVisible();
    expect(screen.queryByRole('group', { name: 'SOS alert' })).toBeNull();
  });

  it('shows job, place, a map link and the schedule in local time and UTC', async () => {
    await open(runningShift({ endTime: '2027-03-15T04:30:00Z' }));
    const job = screen.getByRole('region', { name: 'The job' });
    expect(job).toHaveTextContent('Toronto Yard 7');
    expect(job).toHaveTextContent('Sun, Mar 14, 2027');
    expect(job).toHaveTextContent('10:00 a.m. 2:00 PM UTC – 12:30 a.m. +1 day 4:30 AM UTC');
    expect(within(job).getByRole('link', { name: 'Chat' })).toHaveAttribute('href', expect.stringMatching(/^\/chat\?job=/));
    expect(within(job).getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', expect.stringContaining('43.6532'));
  });

  it('has the numbers of the site and of dispatch, each to call by one press', async () => {
    await open(runningShift({ phones: { site: '4165550142', dispatch: '4165550100' } }));
    const links = within(screen.getByRole('region', { name: 'The job' })).getAllByRole('link', { name: /^Call / });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Call site (416) 555-0142', 'tel:+14165550142'],
      ['Call dispatch (416) 555-0100', 'tel:+14165550100'],
    ]);
  });

  it.each([
    ['the site has none', { site: null, dispatch: '4165550100' }, ['Call dispatch (416) 555-0100']],
    ['none is known', { site: null, dispatch: null }, []],
    ['the reply is of the previous API', undefined, []],
  ])('shows only the numbers that are known: %s', async (_case, phones, shown) => {
    await open(runningShift({ phones }));
    const job = within(screen.getByRole('region', { name: 'The job' }));
    expect(job.queryAllByRole('link', { name: /^Call / }).map((link) => link.textContent)).toEqual(shown);
  });

  it('shows that there is no shift, and how to get one', async () => {
    await open(null);
    expect(await screen.findByText('No shift is coming up')).toBeVisible();
    expect(screen.getByText(/needs one of your shifts/)).toBeVisible();
  });
});

describe('without the API', () => {
  it('[ONJOB-27/6] reports an unreadable shift, tries again, and keeps SOS and 911 in reach', async () => {
    mockReasons();
    mockEndpoint(currentShift, fails({ code: 429, message: 'Slow down' }));
    const { user } = renderScreen(<OnJobScreen />, { portal: { session: { rememberedJob: () => jobIds() } } });
    expect(await screen.findByText('We could not load your shift. You can still send an SOS or call 911 above.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call 911' })).toHaveAttribute('href', 'tel:911');
    expect(screen.getByRole('group', { name: 'SOS alert' })).toBeVisible();
    mockEndpoint(currentShift, currentShiftReply(workedShift()));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Night watch at the depot' })).toBeVisible();
  });
});

it('does not mention an SOS when neither the server nor the device knows a shift', async () => {
  mockReasons();
  mockEndpoint(currentShift, fails({ code: 429, message: 'Slow down' }));
  renderScreen(<OnJobScreen />);
  expect(await screen.findByText('We could not load your shift.')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'SOS alert' })).toBeNull();
  expect(screen.getByText(/needs your shift, which could not be loaded/)).toBeVisible();
  expect(screen.getByText('Notes are not loaded')).toBeVisible();
  expect(screen.queryByText('No e-notes yet')).toBeNull();
});

it('explains in the SOS tab why there is no button', async () => {
  mockReasons();
  mockEndpoint(currentShift, fails({ code: 429, message: 'Slow down' }));
  const { user } = renderScreen(<OnJobScreen />);
  await screen.findByText('We could not load your shift.');
  await user.click(screen.getByRole('tab', { name: 'SOS' }));
  const tab = screen.getByRole('tabpanel');
  expect(tab).toHaveTextContent('An SOS to our team needs your shift, which could not be loaded. In an emergency, call 911.');
  expect(tab).not.toHaveTextContent('Hold the SOS button');
});

describe('911', () => {
  const call = () => screen.getByRole('link', { name: 'Call 911' });

  it.each([
    ['a shift that runs', runningShift()],
    ['no shift', null],
  ])('[ONJOB-27/6] 911 is in reach in every tab with %s', async (_case, shift) => {
    const { user } = await open(shift);
    for (const name of ['E-Notes', 'End Job', 'SOS', 'Take Break']) {
      await user.click(screen.getByRole('tab', { name }));
      expect(screen.getByRole('tabpanel', { name })).toBeVisible();
      expect(call()).toBeVisible();
      expect(call()).toHaveAttribute('href', 'tel:911');
    }
  });

  it('[ONJOB-27/6] 911 is in reach while the shift is loading', async () => {
    mockReasons();
    mockEndpoint(currentShift, () => new Promise(() => undefined));
    renderScreen(<OnJobScreen />);
    expect(await screen.findByText('Loading your shift')).toBeVisible();
    expect(call()).toHaveAttribute('href', 'tel:911');
  });
});

it('[ONJOB-12, ONJOB-13, ONJOB-15, ONJOB-16/1] shows a saved break as running, without a toast or a navigation', async () => {
  const taken = mockEndpoint(takeBreak, { anything: 'is not read' });
  const { user, portal } = await open(runningShift(), { portal: { now: movingClock() } });
  expect(screen.queryByText(/^On a break/)).toBeNull();
  mockEndpoint(currentShift, () => new Promise(() => undefined));
  await user.click(screen.getByRole('tab', { name: 'Take Break' }));
  await user.click(screen.getByRole('button', { name: 'Take Break' }));
  await user.selectOptions(screen.getByLabelText('Reason'), 'Lunch');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByRole('heading', { name: 'On a break: Lunch' })).toBeVisible();
  expect(screen.getByRole('list', { name: 'Breaks of this shift' })).toHaveTextContent('Lunch');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect([portal.toasts, portal.navigations]).toEqual([[], []]);
  expect(taken.calls).toMatchObject([{ jobId: jobIds().jobId, shiftId: jobIds().shiftId, breakReasonId: mockId(501) }]);
});

it('[ONJOB-16/2] keeps the form with the line after a refused break, and does not show it as running', async () => {
  mockEndpoint(takeBreak, fails({ code: 409, message: 'Not now.' }));
  const { user, portal } = await open(runningShift());
  await user.click(screen.getByRole('tab', { name: 'Take Break' }));
  await user.click(screen.getByRole('button', { name: 'Take Break' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Take Break' }));
  await user.selectOptions(dialog.getByLabelText('Reason'), 'Lunch');
  await user.click(dialog.getByRole('button', { name: 'Submit' }));
  expect(await dialog.findByText('This was not saved. Your shift is not running, or you are already on a break.')).toHaveAttribute(
    'role',
    'status',
  );
  expect(screen.queryByText(/^On a break/)).toBeNull();
  expect([portal.toasts, portal.navigations]).toEqual([[], []]);
});

it('offers the record of the last ended shift', async () => {
  mockReasons();
  const lastEnded = { shiftId: jobIds(4).shiftId, jobTitle: 'Gate B', at: '2027-03-14T10:00:00Z' };
  mockEndpoint(currentShift, currentShiftReply(workedShift(), { lastEnded }));
  renderScreen(<OnJobScreen />);
  expect(await screen.findByRole('button', { name: 'Shift record: Gate B' })).toBeVisible();
});

it.each(['jobs', 'applications', 'leave'])('reads the shift again when staff change %s', async (domain) => {
  const { portal } = await open(workedShift());
  mockEndpoint(currentShift, currentShiftReply(null));
  act(() => portal.changed(domain));
  expect(await screen.findByText('No shift is coming up')).toBeVisible();
});

it('shows neither an SOS button nor a text about it before the shift is read', async () => {
  mockReasons();
  let answer: (current: ReturnType<typeof currentShiftReply>) => void = () => undefined;
  mockEndpoint(currentShift, () => new Promise<ReturnType<typeof currentShiftReply>>((resolve) => (answer = resolve)));
  renderScreen(<OnJobScreen />);
  expect(await screen.findByText('Loading your shift')).toBeInTheDocument();
  expect(screen.getByRole('tabpanel', { hidden: true })).toBeEmptyDOMElement();
  expect(screen.getByRole('link', { name: /911/ })).toBeVisible();
  act(() => answer(currentShiftReply(null)));
  expect(await screen.findByText(/needs one of your shifts/)).toBeVisible();
});
