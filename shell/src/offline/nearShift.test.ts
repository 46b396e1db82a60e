import { getChats, getRooms } from '@portal/contracts/chat/chat.endpoints';
import { enoteJobs, listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { handoversOfShift } from '@portal/contracts/handovers/handovers.endpoints';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { breakReasons, currentShift, endJobReasons } from '@portal/contracts/shifts/shifts.endpoints';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { findKey } from '@portal/device/keys';
import { local } from '@portal/device/storage';
import { keptMessages, keptRooms } from '@portal/mf-kit/chatsOnDevice';
import type { Session } from '@portal/mf-kit/portal';
import { nearShiftPatterns } from '@portal/mf-kit/shiftScreens';
import { lines, message, room } from '@portal/testing/chat';
import { declaredRegistry } from '@portal/testing/declaredRegistry';
import { emptyDevice } from '@portal/testing/deviceStorage';
import { guard } from '@portal/testing/guard';
import { mockId } from '@portal/testing/ids';
import { jobIds } from '@portal/testing/jobs';
import { fails, mockEndpoint } from '@portal/testing/mockEndpoint';
import { currentShiftReply, runningShift, workedShift } from '@portal/testing/shifts';
import { shrinkImage } from '@portal/ui/shrinkImage';
import { waitFor } from '@testing-library/react';
import { signal } from '../platform/signal';
import { createDataChanges } from '../realtime/dataChanges';
import { createRealtimeChannel } from '../realtime/realtimeChannel';
import { createRegistry } from '../registry/moduleRegistry';
import { storeNearShiftData } from './nearShift';

jest.mock('@portal/ui/shrinkImage');

const me = guard({ profileImage: 'face.jpg' });
const chat = room({ jobId: { _id: jobIds().jobId, jobTitle: 'Lobby guard' } });

function follow(
  shift: WorkedShift | null,
  { who = me, isLost = false, leaves = () => false }: { who?: typeof me | null; isLost?: boolean; leaves?: () => boolean } = {},
) {
  jest.mocked(shrinkImage).mockImplementation(async (file) => ({ ok: true, file, thumb: new Blob(['face'], { type: 'image/jpeg' }) }));
  const calls = {
    current: mockEndpoint(currentShift, currentShiftReply(shift)),
    breaks: mockEndpoint(breakReasons, []),
    ends: mockEndpoint(endJobReasons, []),
    jobs: mockEndpoint(enoteJobs, { docs: [], total: 0 }),
    notes: mockEndpoint(listEnotes, { docs: [], total: 0 }),
    rooms: mockEndpoint(getRooms, [room({ _id: mockId(300) }), chat]),
    messages: mockEndpoint(getChats, { roomId: chat._id, chats: lines(1, 3) }),
    photo: mockEndpoint(previewMedia, new Blob(['picture'])),
  };
  const session = signal<Session | null>(who && { guardId: who.id, guard: who });
  const changes = createDataChanges();
  const channel = createRealtimeChannel(() => undefined);
  const fetched: string[] = [];
  const report = jest.fn();
  storeNearShiftData({
    session: { current: session.get, subscribe: session.subscribe, logoutDecision: () => (leaves() ? Promise.resolve() : null) } as never,
    channel,
    isLost: signal(isLost),
    changes,
    registry: createRegistry(declaredRegistry(), {}),
    openFiles: async (pathname) => void fetched.push(pathname),
    report,
  });
  return { calls, changes, fetched, channel, report, session };
}

beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(async () => {
  jest.useRealTimers();
  await emptyDevice();
});
const settle = () => jest.advanceTimersByTimeAsync(100);

it.each([
  ['that starts within 12 hours', workedShift({ startTime: '2027-03-15T02:59:00Z', endTime: '2027-03-15T10:00:00Z' })],
  ['that runs', runningShift()],
])('stores the screens, the calls and the photo of a shift %s', async (_case, shift) => {
  // WebCrypto runs in real time.
  jest.useRealTimers();
  const { calls, fetched, report } = follow(shift);
  await waitFor(() => expect(local.getItem('licencePhoto')).toContain('face.jpg'));
  await waitFor(async () => expect(await keptMessages(me.id)).not.toBeNull());
  expect(fetched.sort()).toEqual(['/chat', '/eNote', '/eNotes', '/guard/documents', `/guard/myprofile/${me.id}`, '/onJob']);
  expect([calls.breaks.calls, calls.ends.calls]).toEqual([[{}], [{}]]);
  expect(calls.jobs.calls).toEqual([{ pageNumber: 1 }]);
  expect(calls.notes.calls).toEqual([{ jobId: jobIds().jobId, limit: 10, page: 1 }]);
  expect(report).not.toHaveBeenCalled();
});

it('stores the rooms and the newest messages of the shift’s chat, and each later message', async () => {
  jest.useRealTimers();
  const { calls, channel, report } = follow(runningShift());
  await waitFor(async () => expect((await keptMessages(me.id))?.messages).toEqual(lines(1, 3)));
  expect((await keptRooms(me.id))?.map(({ _id }) => _id)).toEqual([mockId(300), chat._id]);
  expect(calls.messages.calls).toEqual([{ userId: me.id, jobId: jobIds().jobId, roomId: chat._id, lastMessageTimeStamp: '' }]);
  channel.receive('receiveMessage', message(4));
  channel.receive('receiveMessage', message(4));
  channel.receive('receiveMessage', message(5, { roomId: mockId(300) }));
  channel.receive('messageSave', { clientId: mockId(77), message: message(6, { clientId: mockId(77) }) });
  const texts = ['Line 1', 'Line 2', 'Line 3', 'Line 4', 'Line 6'];
  await waitFor(async () => expect((await keptMessages(me.id))?.messages.map((one) => one.message)).toEqual(texts));
  expect(report).not.toHaveBeenCalled();
});

it('stores nothing and makes no key when the reply arrives while the guard logs out', async () => {
  const { calls, fetched } = follow(runningShift(), { leaves: () => calls.current.calls.length > 0 });
  await waitFor(() => expect(calls.current.calls).toHaveLength(1));
  await settle();
  expect([fetched, calls.rooms.calls]).toEqual([[], []]);
  expect(await findKey('drafts', me.id)).toBeNull();
});

it.each([
  ['more than 12 hours away', workedShift({ startTime: '2027-03-15T03:01:00Z', endTime: '2027-03-15T10:00:00Z' })],
  ['of a cancelled job', workedShift({ isCancelled: true })],
  ['that is missing', null],
])('stores nothing for a shift %s', async (_case, shift) => {
  const { calls, fetched } = follow(shift);
  await waitFor(() => expect(calls.current.calls).toHaveLength(1));
  await settle();
  expect([fetched, calls.notes.calls, calls.photo.calls]).toEqual([[], [], []]);
});

it.each([
  ['no session', { who: null }],
  ['a guard who is not approved', { who: guard({ status: 0 }) }],
  ['no connection', { isLost: true }],
])('reads nothing with %s', async (_case, options) => {
  const { calls } = follow(workedShift(), options);
  await settle();
  expect(calls.current.calls).toEqual([]);
});

it('reads again every 15 minutes, and when jobs, applications, post orders or handover notes change', async () => {
  const { calls, changes } = follow(null);
  await waitFor(() => expect(calls.current.calls).toHaveLength(1));
  await jest.advanceTimersByTimeAsync(15 * 60_000);
  expect(calls.current.calls).toHaveLength(2);
  changes.invalidate('applications');
  changes.invalidate('jobs');
  changes.invalidate('orders');
  changes.invalidate('handovers');
  await settle();
  expect(calls.current.calls).toHaveLength(6);
});

it('reads the post orders and handover notes again after a logout, which deletes them from the device', async () => {
  const orders = mockEndpoint(ordersOfShift, null);
  const handovers = mockEndpoint(handoversOfShift, []);
  const handover = { note: null, readBy: [], read: [], newest: '2027-03-14T14:00:00.000Z' };
  const { calls, changes, session } = follow(
    runningShift({ orders: { version: 7, setAt: handover.newest, isRead: true, read: [] }, handover }),
  );
  const read = () => [orders.calls.length, handovers.calls.length];
  await waitFor(() => expect(read()).toEqual([1, 1]));
  changes.invalidate('jobs');
  await settle();
  expect(read()).toEqual([1, 1]);
  const loggedIn = session.get();
  session.set(null);
  session.set(loggedIn);
  changes.invalidate('jobs');
  await waitFor(() => expect(read()).toEqual([2, 2]));
  // The rest of the three reads must not run into the next test.
  await waitFor(() => expect([calls.rooms.calls.length, calls.messages.calls.length]).toEqual([3, 3]));
  await waitFor(() => expect(local.getItem('licencePhoto')).toContain('face.jpg'));
});

it('does not report a missing connection', async () => {
  const { calls, report } = follow(null);
  await waitFor(() => expect(calls.current.calls).toHaveLength(1));
  const again = mockEndpoint(currentShift, fails({ code: 0, message: '' }));
  await jest.advanceTimersByTimeAsync(15 * 60_000);
  expect([again.calls.length, report.mock.calls]).toEqual([1, []]);
});

it('reports a failure, and reads again', async () => {
  const { calls, report } = follow(null);
  await waitFor(() => expect(calls.current.calls).toHaveLength(1));
  mockEndpoint(currentShift, fails({ code: 500, message: 'Broken' }));
  await jest.advanceTimersByTimeAsync(15 * 60_000);
  expect(report).toHaveBeenCalledWith({ event: 'near shift', detail: expect.any(String) });
  const again = mockEndpoint(currentShift, currentShiftReply(null));
  await jest.advanceTimersByTimeAsync(15 * 60_000);
  expect(again.calls).toHaveLength(1);
});

it.each(Object.entries(declaredRegistry().modules))(
  'finds the shift screens of a version of %s that does not declare them',
  (_name, { routes }) => {
    const former = Object.fromEntries(Object.entries(routes).map(([pattern, { nearShift: _nearShift, ...route }]) => [pattern, route]));
    expect(nearShiftPatterns(former)).toEqual(nearShiftPatterns(routes));
  },
);
