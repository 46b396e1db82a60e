import { setTimeout as pause } from 'node:timers/promises';
import { site } from '@portal/contracts/_kernel/site';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { suspendGuard } from '@portal/contracts/guards/guards.staff';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { currentShift } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftMessages as m } from '@portal/contracts/shifts/shifts.rules';
import { sosState } from '@portal/contracts/shifts/shifts.sos';
import { acknowledgeSos, openSos } from '@portal/contracts/shifts/shifts.staff';
import Fastify from 'fastify';
import { io } from 'socket.io-client';
import { startMessageJobs } from '../../../test/message-jobs';
import { setSenders } from '../../../test/services';
import { arrangeShift, createWorkerAt, type GivenShift, type ShiftCalls, shiftCalls } from '../../../test/shifts';
import { startMailServer } from '../../../test/smtp';
import { type TestGuard, testApi } from '../../../test/test-api';
import { STAFF_TOKEN, testEnv } from '../../../test/test-env';

const NOW = '2027-03-10T18:00:00.000Z';

const api = testApi();
let guard: TestGuard;
let given: GivenShift;
let me: ShiftCalls;

beforeEach(async () => {
  ({ guard, given, me } = await createWorkerAt(api, '2027-03-10T12:00:00.000Z'));
  api.clock.set(NOW);
  await me.start();
});

const mails = async () => (await api.call(readMailbox, { to: site.supportEmail })).data.filter(({ body }) => body !== '');
const waiting = async () => (await api.call(openSos, {})).data.filter((sos) => sos.guard === guard.email);
const raised = async (extra = {}) => {
  const { data } = await me.sos(extra);
  if (!data) throw new Error('There is no SOS');
  return data;
};

describe('an SOS', () => {
  it('[AUTHZ-30, ONJOB-27/2, ONJOB-27/3] is stored with place and time, and sent to staff immediately', async () => {
    const before = (await mails()).length;
    const reply = await me.sos({ lat: 43.651, long: -79.383, accuracy: 12, at: '2027-03-10T17:59:30.000Z' });
    expect(reply).toMatchObject({ code: 200, message: m.sosSent });
    expect(reply.data).toEqual({
      ...{ sosId: expect.any(String), state: 'sent', isActive: true, at: '2027-03-10T17:59:30.000Z', receivedAt: NOW },
      // Stored only: dispatch is notified afterwards.
      ...{ lat: 43.651, long: -79.383, accuracy: 12, reachedAt: null, acknowledgedAt: null, acknowledgedBy: null, endedAt: null },
      ...{ reason: 'press', placedAt: null, battery: null, answeredAt: null, withinMs: null, answeredWithinMs: null },
    });
    // The receiver is the mailbox of the demonstration, which has a message as soon as it is stored.
    const stored = { ...reply.data, reachedAt: NOW };
    expect((await me.record()).sos).toEqual([stored]);
    expect(await waiting()).toEqual([expect.objectContaining({ ...stored, guard: guard.email, jobTitle: 'Gate watch' })]);
    const [mail, ...older] = await mails();
    expect(older).toHaveLength(before);
    expect(mail?.subject).toMatch(/^SOS: .*Gate watch$/);
    expect(mail?.body).toContain('43.651, -79.383');
  });

  it('counts as delivered only when a server of the team has accepted the message, and the open page is then notified', async () => {
    const post = await startMailServer();
    const desk = Fastify();
    let go: () => void = () => undefined;
    post.hold = new Promise<void>((resolve) => {
      go = resolve;
    });
    setSenders({ mode: 'test', smtpUrl: post.url, smsUrl: null });
    startMessageJobs(desk, { smtpUrl: post.url, smsUrl: null, mailFrom: site.supportEmail });
    const socket = io(api.url, { transports: ['websocket'], auth: { token: guard.token }, reconnection: false, forceNew: true });
    await new Promise((resolve) => socket.on('connect', () => resolve(null)));
    const { sosId, reachedAt } = await raised();
    const state = async () => (await api.call(sosState, { sosId }, { token: guard.token })).data;
    while (post.tries === 0) await pause(20);
    expect([reachedAt, (await state()).reachedAt]).toEqual([null, null]);
    const heard = new Promise((resolve) => socket.once('changed', resolve));
    api.clock.advance({ seconds: 20 });
    go();
    expect(await heard).toEqual({ domain: 'shifts' });
    socket.close();
    expect(await state()).toMatchObject({ state: 'sent', reachedAt: '2027-03-10T18:00:20.000Z' });
    expect(post.accepted.map(({ to }) => to)).toEqual([site.supportEmail]);
    setSenders(testEnv);
    await desk.close();
    await post.stop();
  });

  it('[ONJOB-27/3] is received by staff with a socket, and not with an invalid token', async () => {
    const listen = (staffToken: string) =>
      io(api.url, { transports: ['websocket'], auth: { staffToken }, reconnection: false, forceNew: true });
    const [staff, stranger] = [listen(STAFF_TOKEN), listen('made-up')];
    const refused = new Promise((resolve) => stranger.on('connect_error', ({ message }) => resolve(message)));
    await new Promise((resolve) => staff.on('connect', () => resolve(null)));
    const heard = new Promise((resolve) => staff.once('sos', resolve));
    const { sosId } = await raised();
    expect(await heard).toEqual({ sosId, isActive: true });
    expect(await refused).toBe('401');
    for (const socket of [staff, stranger]) socket.close();
  });

  it('is acknowledged by staff: the guard sees it on an open page, without a sound', async () => {
    const { sosId } = await raised();
    const socket = io(api.url, { transports: ['websocket'], auth: { token: guard.token }, reconnection: false, forceNew: true });
    await new Promise((resolve) => socket.on('connect', () => resolve(null)));
    const heard = new Promise((resolve) => socket.once('changed', resolve));
    api.clock.advance({ minutes: 1 });
    const { data } = await api.call(acknowledgeSos, { sosId });
    expect(await heard).toEqual({ domain: 'shifts' });
    socket.close();
    expect(data).toMatchObject({ state: 'acknowledged', isActive: true, acknowledgedAt: '2027-03-10T18:01:00.000Z' });
    expect((await api.call(sosState, { sosId }, { token: guard.token })).data).toEqual(data);
    api.clock.advance({ minutes: 1 });
    expect((await api.call(acknowledgeSos, { sosId })).data).toEqual(data);
    const { data: alerts } = await api.call(listNotifications, {} as never, { token: guard.token });
    expect(alerts.docs.filter(({ title }) => /sos/i.test(title))).toEqual([]);
  });

  it('is one, also when it is pressed repeatedly and in parallel', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => me.sos()));
    expect(new Set(replies.map(({ data }) => data?.sosId)).size).toBe(1);
    expect((await me.record()).sos).toHaveLength(1);
  });

  it('gets a missing position later, and keeps an existing one', async () => {
    await me.sos();
    await me.sos({ lat: 43.1, long: -79.1 });
    expect(await raised({ lat: 44.2, long: -79.2 })).toMatchObject({ lat: 43.1, long: -79.1, accuracy: null });
  });

  it('is turned off, and stays with staff until they acknowledge it', async () => {
    const { sosId } = await raised();
    api.clock.advance({ minutes: 3 });
    expect(await me.sos({ active: false })).toMatchObject({
      message: m.sosOff,
      data: { isActive: false, endedAt: '2027-03-10T18:03:00.000Z' },
    });
    expect((await me.sos({ active: false })).data?.sosId).toBe(sosId);
    expect(await waiting()).toHaveLength(1);
    await api.call(acknowledgeSos, { sosId });
    expect(await waiting()).toHaveLength(0);
    expect((await raised()).sosId).not.toBe(sosId);
  });

  it('turning it off without an SOS does nothing', async () => expect((await me.sos({ active: false })).data).toBeNull());

  it.each([
    ['an hour late: stored with both times', '2027-03-10T17:00:00.000Z', '2027-03-10T17:00:00.000Z'],
    ['by a clock that is a day fast: stored with the server’s time', '2027-03-11T18:00:00.000Z', NOW],
  ])('is never refused for its age: %s', async (_case, at, counted) =>
    expect(await raised({ at })).toMatchObject({ at: counted, receivedAt: NOW }),
  );

  it('is never refused for the state of the shift, nor when the guard was suspended in the meantime', async () => {
    await me.end();
    expect((await me.sos()).code).toBe(200);
    await api.call(suspendGuard, { guard: guard.id } as never);
    expect((await me.sos({ active: false })).code).toBe(200);
  });

  it('[AUTHZ-30] of another guard is not found; without a session it is refused', async () => {
    const { sosId } = await raised();
    const other = await api.guard();
    expect(await api.call(sosState, { sosId }, { token: other.token })).toMatchObject({ status: 404, data: null });
    expect((await shiftCalls(api, { ...guard, token: '' }, given).sos()).code).toBe(401);
    expect((await api.call(acknowledgeSos, { sosId: given.shiftId })).code).toBe(404);
  });

  it.each([
    [{ active: undefined }, 'active'],
    [{ lat: 'here', long: 'there' }, 'lat'],
    [{ lat: 4 }, 'lat'],
  ])('%j is refused by its field', async (extra, field) => {
    const reply = await me.sos(extra);
    expect([reply.status, Object.keys(reply.errors ?? {})[0]]).toEqual([400, field]);
  });
});

describe('the notice of every page', () => {
  const notices = async () =>
    (await api.call(session, {} as never, { token: guard.token })).data.standing?.find(({ domain }) => domain === 'shifts')?.notices;

  it('shows an active SOS, and then its acknowledgement', async () => {
    expect(await notices()).toEqual([]);
    const { sosId } = await raised();
    expect(await notices()).toEqual([
      {
        id: `sos:${sosId}:sent`,
        tone: 'error',
        text: 'Your SOS is on: our team received it 1:00 p.m., not acknowledged yet.',
        to: '/onJob',
        label: 'Open On Job',
      },
    ]);
    await api.call(acknowledgeSos, { sosId });
    const [acknowledged] = (await notices()) ?? [];
    expect(acknowledged).toMatchObject({ id: `sos:${sosId}:acknowledged`, tone: 'warning' });
    expect(acknowledged?.text).toMatch(/^Your SOS was acknowledged.* at 1:00 p\.m\.$/);
    await me.sos({ active: false });
    expect(await notices()).toEqual([]);
  });

  it('leads to the shift of the SOS, also after its end and before the next shift', async () => {
    const current = async () => (await api.call(currentShift, {}, { token: guard.token })).data.shift?.shiftId;
    const next = await arrangeShift(api, guard, { dates: ['2027-03-11'] });
    await raised();
    await me.end();
    api.clock.set('2027-03-11T02:00:00.000Z');
    expect(await notices()).toHaveLength(1);
    expect(await current()).toBe(given.shiftId);
    await me.sos({ active: false });
    expect(await current()).toBe(next.shiftId);
  });

  it('disappears 12 hours after the SOS', async () => {
    await raised();
    api.clock.set('2027-03-11T06:00:01.000Z');
    expect(await notices()).toEqual([]);
  });
});
