import type { Guard } from '@portal/contracts/_kernel/guard';
import { myEarning } from '@portal/contracts/earnings/earnings.endpoints';
import { profile, profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { arrive, currentShift, endBreak, startJob } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { job, jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { waitingWrite } from '@portal/testing/outbox';
import { renderScreen, type ScreenOptions } from '@portal/testing/renderScreen';
import { arrivedShift, breakOf, currentShiftReply, runningShift, workedShift } from '@portal/testing/shifts';
import { act, screen, within } from '@testing-library/react';
import { Screens } from '../../../routes';

const { jobId, shiftId } = jobIds();

interface Opened {
  who?: Guard;
  completed?: number;
  reply?: ReturnType<typeof currentShiftReply> | ReturnType<typeof fails>;
  portal?: ScreenOptions['portal'];
}

function open(shift: WorkedShift | null, { who = guard(), completed = 1, reply = currentShiftReply(shift), portal }: Opened = {}) {
  mockEndpoint(profile, { guard: who });
  mockEndpoint(profileSummary, { totalEarning: '0', eWallet: '0', hoursWorked: '0', rating: 0 });
  mockEndpoint(myEarning, { guardWallet: { totalAmount: '0', totalWithdrawalAmout: '0' }, earnings: { docs: [], total: 0 } });
  const docs = Array.from({ length: completed }, (_, n) => job({ jobTitle: `Completed ${n + 1}` }, n + 2));
  const latest = mockEndpoint(myJobs, { docs, total: completed });
  const current = mockEndpoint(currentShift, reply);
  return { latest, current, ...renderScreen(<Screens />, { path: `/guard/myprofile/${mockId(1)}`, ...(portal && { portal }) }) };
}
const next = async (name = 'Your next shift') => within(await screen.findByRole('region', { name }));
const isBefore = (one: HTMLElement, other: HTMLElement) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

it('[MYPROFILE-20/4] shows the next shift above the latest jobs, from its own call', async () => {
  const { current, latest } = open(workedShift({ startTime: '2027-03-14T17:15:00Z', arriveFrom: '2027-03-14T15:15:00Z' }));
  const shift = await next();
  expect(shift.getByText('Night watch at the depot')).toBeVisible();
  expect(shift.getByText('Starts in 2 h 15 min')).toBeVisible();
  expect(shift.getByText('Toronto Yard 7')).toBeVisible();
  expect(shift.getByText('Sun, Mar 14, 2027')).toBeVisible();
  expect(shift.getByText(', 1:15 p.m. – 6:00 p.m.')).toBeVisible();
  expect(shift.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    expect.stringContaining('directions?to=43.6532%2C-79.3832'),
  );
  expect(shift.getByRole('link', { name: 'View the job' })).toHaveAttribute('href', `/jobDetail?jobId=${jobId}&shiftId=${shiftId}`);
  expect(isBefore(screen.getByText('Night watch at the depot'), await screen.findByRole('link', { name: 'Completed 1' }))).toBe(true);
  expect(current.calls).toEqual([{ shiftId: undefined }]);
  expect(latest.calls).toEqual([{ limit: 3, page: 1, isComplete: 1 }]);
});

it('[MYPROFILE-20/4] shows the running shift with a link to On Job', async () => {
  open(runningShift());
  const shift = await next('Your shift');
  expect(shift.getByText('Ends in 7 h')).toBeVisible();
  expect(shift.getByRole('link', { name: 'Open On Job' })).toHaveAttribute('href', '/onJob');
});

it.each([
  ['the arrival', workedShift(), 'Record your arrival when you reach the site.', 'Your next shift'],
  ['the start', arrivedShift(), 'You have arrived. Start your shift.', 'Your shift'],
])('names %s as the due action', async (_case, worked, words, name) => {
  open(worked);
  const shift = await next(name);
  expect(shift.getByText(words)).toBeVisible();
  expect(shift.getByRole('link', { name: 'Open On Job' })).toHaveAttribute('href', '/onJob');
});

describe('one press does the due action', () => {
  const DONE = { at: '2027-03-14T15:00:00.000Z', isServerTime: false };
  const here = { latitude: 43.7, longitude: -79.4, accuracy: 20, at: DONE.at };
  const given = { jobId, shiftId, at: DONE.at };

  it('records the arrival with the position, or without it', async () => {
    const arrival = mockEndpoint(arrive, { ...DONE, distance: 40, isFar: false });
    const { user, portal } = open(workedShift(), { portal: { position: async () => here } });
    mockEndpoint(currentShift, currentShiftReply(arrivedShift(), { now: '2027-03-14T15:00:01.000Z' }));
    expect((await next()).getByRole('button', { name: 'Arrive without position' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I have arrived' }));
    expect(arrival.calls).toEqual([{ ...given, lat: 43.7, long: -79.4, accuracy: 20 }]);
    expect(portal.writes[0]?.options).toMatchObject({ order: shiftId, durable: { what: 'Arrival' } });
    expect(await screen.findByRole('button', { name: 'Start shift' })).toBeVisible();
    expect(screen.getByRole('list', { name: 'What you did' })).toHaveTextContent('ArrivalSent 11:00 a.m.');
  });

  it('shows the reason when no position was found', async () => {
    mockEndpoint(arrive, { ...DONE, distance: null, isFar: false });
    const { user } = open(workedShift());
    await user.click(await screen.findByRole('button', { name: 'I have arrived' }));
    expect(await screen.findByText('Your position could not be found. You can record your arrival without it.')).toBeVisible();
  });

  it.each([
    ['the start', arrivedShift(), 'Start shift', startJob, runningShift(), 'Ends in 7 h'],
    ['the end of a break', runningShift({ state: 'on-break', breaks: [breakOf()] }), 'End break', endBreak, runningShift(), 'Ends in 7 h'],
  ] as const)('does %s', async (_case, before, button, endpoint, afterwards, words) => {
    const acted = mockEndpoint(endpoint as typeof startJob, DONE);
    const { user } = open(before);
    mockEndpoint(currentShift, currentShiftReply(afterwards, { now: '2027-03-14T15:00:01.000Z' }));
    await user.click(await screen.findByRole('button', { name: button }));
    expect(acted.calls).toEqual([given]);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: button })).toBeNull();
  });

  it('[ORDERS-02] links to the post orders of On Job while they are new to the guard, and still starts without them', async () => {
    const started = mockEndpoint(startJob, DONE);
    const { user } = open(arrivedShift({ orders: { version: 1, setAt: '2027-03-12T15:00:00.000Z', isRead: false, read: [] } }));
    const shift = await next('Your shift');
    expect(shift.getByRole('link', { name: 'Post orders' })).toHaveAttribute('href', '/onJob');
    expect(shift.queryByRole('button', { name: 'Start shift' })).toBeNull();
    await user.click(shift.getByRole('button', { name: 'Start without reading them' }));
    expect(started.calls).toEqual([given]);
  });

  it.each([
    ['new', [], true],
    ['read', [{ guard: 'Ada Roy', at: '2027-03-14T13:56:00.000Z', receivedAt: '2027-03-14T13:56:00.000Z' }], false],
  ])('[ORDERS-04] links to handover notes that are %s: %#', async (_state, read, isLinked) => {
    open(arrivedShift({ handover: { note: null, readBy: [], read, newest: '2027-03-14T13:55:00.000Z' } }));
    const shift = await next('Your shift');
    expect(shift.getByRole('button', { name: 'Start shift' })).toBeVisible();
    const link = shift.queryByRole('link', { name: 'Handover notes' });
    expect(link?.getAttribute('href') ?? null).toBe(isLinked ? '/onJob' : null);
  });

  it('an early start shows the time at which pay begins', async () => {
    open(arrivedShift({ startTime: '2027-03-14T15:20:00Z', startFrom: '2027-03-14T14:50:00Z' }));
    expect(await screen.findByText(/^Pay begins at the scheduled start, 11:20 a\.m\./)).toBeVisible();
  });

  it('links to On Job for the end, because it needs a form', async () => {
    open(runningShift({ endTime: '2027-03-14T14:55:00Z' }));
    const shift = await next('Your shift');
    expect(shift.getByText('End the job so you get paid.')).toBeVisible();
    expect(shift.getByRole('link', { name: 'End Job' })).toHaveAttribute('href', '/onJob');
  });

  it('shows a refusal with its reason, and keeps the action', async () => {
    mockEndpoint(startJob, fails({ code: 409, message: shiftMessages.otherRunning }));
    const { user } = open(arrivedShift());
    await user.click(await screen.findByRole('button', { name: 'Start shift' }));
    expect(await screen.findByText(`Not sent: ${shiftMessages.otherRunning}`)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Start shift' })).toBeEnabled();
  });

  it.each([
    ['a cancelled job', { isCancelled: true }],
    ['a shift with leave requested', { state: 'leave-requested' }],
  ] as const)('shows no action for %s', async (_case, changes) => {
    open(workedShift(changes));
    const shift = await next();
    expect(shift.queryByRole('button')).toBeNull();
    expect(shift.getByRole('link', { name: 'View the job' })).toBeVisible();
  });
});

it('shows no action while an entry of the shift is queued', async () => {
  const { portal } = open(arrivedShift());
  await screen.findByText('You have arrived. Start your shift.');
  act(() => portal.outbox.put(waitingWrite({ order: shiftId, endpointId: startJob.id, what: 'Start of the shift' })));
  expect(screen.queryByText('You have arrived. Start your shift.')).toBeNull();
  expect(screen.getByText('On this phone, waiting to be sent')).toBeVisible();
});

it('lists the next shift after the name; picture, licence and Edit Profile are part of the details', async () => {
  open(workedShift());
  const shift = await screen.findByRole('region', { name: 'Your next shift' });
  expect(isBefore(screen.getByRole('heading', { level: 1 }), shift)).toBe(true);
  expect(isBefore(shift, await screen.findByRole('link', { name: 'Edit Profile' }))).toBe(true);
  expect(isBefore(shift, screen.getByText(/^Security licence/))).toBe(true);
});

it('shows a link to the search when no shift is coming up', async () => {
  open(null);
  expect(await screen.findByText('You have no shift coming up.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Search jobs' })).toHaveAttribute('href', '/search-job');
  expect(screen.queryByRole('region', { name: 'Get ready for your first shift' })).toBeNull();
});

it('shows the latest jobs and an error when the next shift cannot be read', async () => {
  open(null, { reply: fails({ code: 400, message: 'Broken' }) });
  expect(await screen.findByText('Your next shift could not be loaded')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Completed 1' })).toBeVisible();
});

describe('a guard without completed jobs', () => {
  const newGuard = guard({ securityRegistrationExpiryDate: '2031-05-06' });
  const checklist = async () => within(await screen.findByRole('region', { name: 'Get ready for your first shift' }));

  it('sees the steps before the first shift and the licence card', async () => {
    open(null, { who: newGuard, completed: 0 });
    const steps = await checklist();
    expect(steps.getByText('2 of 5 done')).toBeVisible();
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Add a photo of yourself',
      'Done: Add your licence number and its expiry date',
      'Done: Choose your specialities',
      'Add the bank account we pay you to',
      'Get your first shift',
    ]);
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/guard/editProfile',
      '/guard/myAccount',
      '/search-job',
    ]);
    expect(screen.getByRole('button', { name: 'Licence card' })).toBeVisible();
    expect(screen.getByText('No completed jobs yet')).toBeVisible();
  });

  it('passes the guard to Edit Profile in the navigation state', async () => {
    const { user, portal } = open(null, { who: newGuard, completed: 0 });
    await user.click((await checklist()).getByRole('link', { name: 'Add a photo of yourself' }));
    expect(portal.navigations).toEqual([{ to: '/guard/editProfile', replace: false, state: { guard: newGuard } }]);
  });

  it('sees no steps once all are done', async () => {
    mockEndpoint(previewMedia, new Blob(['face']));
    const ready = guard({ ...newGuard, profileImage: 'face.jpg', bankAccountNumber: '•••4567' });
    open(workedShift(), { who: ready, completed: 0 });
    await next();
    expect(await screen.findByText('No completed jobs yet')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Get ready for your first shift' })).toBeNull();
  });
});
