import { randomUUID } from 'node:crypto';
import { login, session } from '@portal/contracts/auth/auth.endpoints';
import { type DeviceSession, endOtherSessions, endSession, listSessions } from '@portal/contracts/auth/auth.sessions';
import { endEverySession } from '@portal/contracts/auth/auth.staff';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { createKey, readAudit } from '@portal/contracts/staff/staff.staff';
import { sql } from 'kysely';
import type { Socket } from 'socket.io-client';
import { setHooks } from '../../../test/services';
import { openSession } from '../../../test/sessions';
import { openSocket, waitForEvent } from '../../../test/socket';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { closeExpiredSockets } from '../../platform/live/realtime';
import { currentShiftStart } from '../shifts/shifts.service';

const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

let api: TestApi;
let guard: TestGuard;
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  guard = await api.guard();
  await sql`delete from sessions where guard_id = ${guard.id}`.execute(db());
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await api.stop();
});

const from = (userAgent: string, address: string) => ({ 'user-agent': userAgent, 'x-forwarded-for': address });
/** Logs in with this user agent and address. @returns the token. */
async function logIn(userAgent: string, address: string, who = guard): Promise<string> {
  const input = { email: who.email, password: who.password, deviceToken: 'web', deviceId: 'web', deviceType: 3 };
  return (await api.call(login, input, { headers: from(userAgent, address) })).data.tokens.refresh.token;
}
const phone = () => logIn(PHONE, '198.51.100.7');
const laptop = () => logIn(LAPTOP, '203.0.113.45');
const list = async (token: string, headers = {}) => (await api.call(listSessions, {}, { token, headers })).data;
const isAlive = async (token: string) => (await api.call(session, {}, { token })).code === 200;
const idOf = async (token: string) => (await list(token)).find(({ isThis }) => isThis)?.id ?? '';
async function connect(token: string): Promise<Socket> {
  const socket = await openSocket(api.url, { token });
  sockets.push(socket);
  return socket;
}
const gone = (socket: Socket) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));

describe('the list', () => {
  it('names device and network of each session, never the address, this one first', async () => {
    const lost = await phone();
    api.clock.advance({ seconds: 10 });
    const mine = await laptop();
    const at = api.clock.now().toISOString();
    const shown = await list(mine, from(LAPTOP, '203.0.113.99'));
    expect(shown).toEqual([
      {
        id: expect.any(String),
        device: 'Firefox on Linux',
        network: '203.0.113.x',
        isSameNetwork: true,
        signedInAt: at,
        lastSeenAt: at,
        isThis: true,
      },
      expect.objectContaining({ device: 'Chrome on Android', network: '198.51.100.x', isSameNetwork: false, isThis: false }),
    ] satisfies DeviceSession[]);
    expect(await idOf(lost)).toBe(shown[1]?.id);
    const { rows } = await sql`select s::text as row from sessions s where guard_id = ${guard.id}`.execute(db());
    expect(JSON.stringify(rows)).not.toMatch(/113\.45|100\.7|Mozilla/);
  });

  it('lists a session without a stored device, and a session of a client without a known user agent, as unknown devices', async () => {
    await openSession(guard.id, 'web');
    const token = await logIn('curl/8.5.0', '::1');
    expect((await list(token)).map(({ device, network }) => [device, network])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('has no sessions of other guards, no ended sessions and no expired sessions', async () => {
    await phone();
    await api.guard();
    api.clock.advance({ days: 31 });
    const ended = await laptop();
    const mine = await laptop();
    await api.call(endSession, { sessionId: await idOf(ended) }, { token: mine });
    expect((await list(mine)).map(({ isThis }) => isThis)).toEqual([true]);
  });

  it('shows to the minute when and where a session was last used, and writes it at most once a minute', async () => {
    const mine = await laptop();
    const began = api.clock.now().toISOString();
    const seen = async () => {
      const { rows } = await sql<{ at: string; version: string }>`select last_seen_at as at, xmin::text as version from sessions
        where guard_id = ${guard.id}`.execute(db());
      return rows[0];
    };
    const { version } = (await seen()) ?? {};
    api.clock.advance({ seconds: 59 });
    await Promise.all(Array.from({ length: 5 }, () => isAlive(mine)));
    expect(await seen()).toEqual({ at: began, version });
    api.clock.advance({ seconds: 1 });
    await Promise.all(Array.from({ length: 5 }, () => api.call(session, {}, { token: mine, headers: from(LAPTOP, '192.0.2.5') })));
    const after = await seen();
    expect(after?.at).toBe(api.clock.now().toISOString());
    expect((await list(mine))[0]).toMatchObject({ network: '192.0.2.x', lastSeenAt: after?.at, signedInAt: began });
    expect(await seen()).toEqual(after);
  });
});

describe('signing out', () => {
  it('one device: its next call gets 401, its socket closes, the others stay', async () => {
    const [lost, mine, third] = [await phone(), await laptop(), await laptop()];
    const socket = await connect(lost);
    const ends = gone(socket);
    expect(await api.call(endSession, { sessionId: await idOf(lost) }, { token: mine })).toMatchObject({
      code: 200,
      message: 'That device is signed out.',
    });
    await ends;
    expect([await isAlive(lost), await isAlive(mine), await isAlive(third)]).toEqual([false, true, true]);
    expect(await api.call(session, {}, { token: lost })).toMatchObject({
      code: 401,
      message: 'Your session has expired. Please log in again.',
    });
    await expect(openSocket(api.url, { token: lost })).rejects.toThrow('401');
  });

  it('replies the same when one device is signed out repeatedly, also in parallel', async () => {
    const [lost, mine] = [await phone(), await laptop()];
    const sessionId = await idOf(lost);
    const replies = await Promise.all([1, 2, 3].map(() => api.call(endSession, { sessionId }, { token: mine })));
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200]);
  });

  it('refuses another guard’s session with the message for one that does not exist, and does not end it', async () => {
    const other = await api.guard();
    const theirs = await logIn(PHONE, '198.51.100.7', other);
    const sessionId = await idOf(theirs);
    const mine = await laptop();
    const [known, made] = await Promise.all(
      [sessionId, randomUUID()].map((id) => api.call(endSession, { sessionId: id }, { token: mine })),
    );
    expect(known).toMatchObject({ code: 404, message: 'This device is no longer signed in.' });
    expect({ ...known, headers: null }).toEqual({ ...made, headers: null });
    expect(await isAlive(theirs)).toBe(true);
  });

  it('signs out all other devices, and replies how many', async () => {
    const [lost, tablet, mine] = [await phone(), await phone(), await laptop()];
    const other = await api.guard();
    expect(await api.call(endOtherSessions, {}, { token: mine })).toMatchObject({ code: 200, data: { ended: 2 } });
    expect([await isAlive(lost), await isAlive(tablet), await isAlive(mine), await isAlive(other.token)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await api.call(endOtherSessions, {}, { token: mine })).data).toEqual({ ended: 0 });
  });

  it('the calling device is a log-out', async () => {
    const mine = await laptop();
    expect((await api.call(endSession, { sessionId: await idOf(mine) }, { token: mine })).code).toBe(200);
    expect(await isAlive(mine)).toBe(false);
  });

  it('needs a session, at any step of the onboarding', async () => {
    const pending = await api.guard({ step: 'otp' });
    expect((await list(pending.token)).length).toBe(1);
    expect((await api.call(endOtherSessions, {}, {})).code).toBe(401);
  });
});

describe('signing a guard out everywhere', () => {
  it('is for staff: it ends each session and open page of this guard alone, and the audit names the staff member', async () => {
    const [lost, mine] = [await phone(), await laptop()];
    const other = await api.guard();
    const ends = Promise.all((await Promise.all([connect(lost), connect(mine)])).map(gone));
    const { key } = (await api.call(createKey, { name: 'Ada Support', role: 'support', expires: '2027-06-30' })).data;
    const byAda = { headers: { authorization: `Bearer ${key}` } };
    expect((await api.call(endEverySession, { guard: guard.email }, byAda)).data).toEqual({ id: guard.id, ended: 2 });
    await ends;
    expect([await isAlive(lost), await isAlive(mine), await isAlive(other.token)]).toEqual([false, false, true]);
    expect((await api.call(readAudit, { by: 'Ada Support' })).data).toMatchObject([
      { act: 'auth.end-every-session', role: 'support', target: { guard: guard.id } },
    ]);
    expect((await api.call(endEverySession, { guard: guard.id }, byAda)).data).toEqual({ id: guard.id, ended: 0 });
    expect(await isAlive(await phone())).toBe(true);
  });

  it('ends an unfinished registration in a browser, too', async () => {
    const pending = await api.guard({ step: 'otp' });
    await sql`insert into registrations (token_hash, guard_id, expires_at, device_token)
      values (${Buffer.alloc(32, 1)}, ${pending.id}, '2030-01-01T00:00:00Z', 'web')`.execute(db());
    await api.call(endEverySession, { guard: pending.id });
    expect((await sql`select from registrations where guard_id = ${pending.id}`.execute(db())).rows).toEqual([]);
  });

  it('replies 404 for an unknown guard, and 401 to a guard', async () => {
    expect((await api.call(endEverySession, { guard: 'nobody@example.com' })).code).toBe(404);
    const asGuard = { headers: { authorization: `Bearer ${await phone()}` } };
    expect((await api.call(endEverySession, { guard: guard.id }, asGuard)).code).toBe(401);
  });
});

describe('the socket of an expired session', () => {
  it('is closed by the server: it receives nothing more, though it never calls', async () => {
    const [old, young] = [await phone(), await laptop()];
    const socket = await connect(old);
    api.clock.advance({ days: 20 });
    expect(await isAlive(young)).toBe(true);
    const other = await connect(young);
    await closeExpiredSockets();
    expect([socket.connected, other.connected]).toEqual([true, true]);
    api.clock.advance({ days: 10 });
    const [ends, hears] = [gone(socket), waitForEvent(other, 'changed')];
    await closeExpiredSockets();
    await ends;
    await api.call(notify, { guard: guard.id, title: 'Hello' });
    expect(await hears).toEqual({ domain: 'notifications' });
    await expect(openSocket(api.url, { token: old })).rejects.toThrow('401');
  });

  it('ends when it had expired before the shift of its guard began', async () => {
    const [old, young] = [await phone(), await laptop()];
    const socket = await connect(old);
    api.clock.advance({ days: 29 });
    expect(await isAlive(young)).toBe(true);
    api.clock.advance({ days: 2 });
    setHooks({ findShiftStart: async () => api.clock.now().toISOString() });
    const ends = gone(socket);
    await closeExpiredSockets();
    await ends;
    expect(await isAlive(old)).toBe(false);
    expect(await list(young)).toHaveLength(1);
    setHooks({ findShiftStart: currentShiftStart });
  });

  it('continues, and is listed, while its guard is on a shift', async () => {
    const token = await phone();
    const socket = await connect(token);
    api.clock.advance({ days: 29 });
    const start = api.clock.now().toISOString();
    setHooks({ findShiftStart: async (guardId) => (guardId === guard.id ? start : null) });
    api.clock.advance({ days: 2 });
    await closeExpiredSockets();
    expect(socket.connected).toBe(true);
    expect((await list(token)).map(({ isThis }) => isThis)).toEqual([true]);
    setHooks({ findShiftStart: currentShiftStart });
    const ends = gone(socket);
    await closeExpiredSockets();
    await ends;
  });
});
