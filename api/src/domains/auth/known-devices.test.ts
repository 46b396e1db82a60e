import { changePassword, forgotPassword, login, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
const NEW = 'Quiet7Harbour$';
let guard: TestGuard;
beforeEach(async () => {
  guard = await api.guard();
});

/** The cookie that a browser stores from a reply. */
const kept = (reply: { headers: Headers }): { cookie: string } => ({ cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '' });
const logIn = (headers: Record<string, string>, password = guard.password) =>
  api.call(login, { email: guard.email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 }, { headers });

/** Whether a device is known: the test has used up the tries of unknown devices at its address. */
async function isKnown(cookie: Record<string, string>, password = guard.password): Promise<boolean> {
  const address = { 'x-forwarded-for': '203.0.113.66' };
  for (let tries = 0; tries < 10; tries++) await logIn(address, 'wrong');
  const { code } = await logIn({ ...address, ...cookie }, password);
  await sql`delete from rate_limits`.execute(db());
  return code === 200;
}

async function reset(headers: Record<string, string> = {}) {
  await api.call(forgotPassword, { email: guard.email });
  const [mail] = (await api.call(readMailbox, { to: guard.email })).data;
  const token = /reset-password\?token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  return api.call(resetPassword, { token, password: NEW }, { headers });
}

it('are unknown after a reset, except the device of the reset; the next log-in makes another one known', async () => {
  const [theirs, own, phone] = [kept(await logIn({})), kept(await logIn({})), kept(await logIn({}))];
  expect([await isKnown(theirs), await isKnown(own), await isKnown(phone)]).toEqual([true, true, true]);
  const here = kept(await reset(own));
  expect(await isKnown(here, NEW)).toBe(true);
  expect([await isKnown(theirs, NEW), await isKnown(own, NEW), await isKnown(phone, NEW)]).toEqual([false, false, false]);
  const again = kept(await logIn(phone, NEW));
  expect([await isKnown(again, NEW), await isKnown(theirs, NEW)]).toEqual([true, false]);
  expect(again.cookie.slice(0, 56)).toBe(phone.cookie.slice(0, 56));
});

it('are unknown after a change of the password, except the device that changed it', async () => {
  const [theirs, own] = [kept(await logIn({})), kept(await logIn({}))];
  const change = { oldPassword: guard.password, password: NEW };
  const here = kept(await api.call(changePassword, change, { token: guard.token, headers: own }));
  expect([await isKnown(theirs, NEW), await isKnown(here, NEW)]).toEqual([false, true]);
});

it('that changed the password are known also when the first reply and its cookie were lost, and the call is repeated under its key', async () => {
  const own = kept(await logIn({}));
  const change = (password: string, key: string, oldPassword = guard.password) =>
    api.call(changePassword, { oldPassword, password }, { token: guard.token, headers: { ...own, 'idempotency-key': key } });
  await change(NEW, 'change-password-1');
  expect(await isKnown(own, NEW)).toBe(false);
  const again = await change(NEW, 'change-password-1');
  expect([again.code, await isKnown(kept(again), NEW)]).toEqual([200, true]);
  await change('Calm8Harbour$', 'change-password-2', NEW);
  const late = await change(NEW, 'change-password-1');
  expect([late.code, late.headers.get('set-cookie')]).toEqual([200, null]);
});

it('of several guards are unknown after a reset for that guard, and known for the other', async () => {
  const other = await api.guard();
  const both = kept(
    await api.call(
      login,
      { email: other.email, password: other.password, deviceToken: 'web', deviceId: 'web', deviceType: 3 },
      { headers: kept(await logIn({})) },
    ),
  );
  await reset();
  expect(await isKnown(both, NEW)).toBe(false);
  guard = other;
  expect(await isKnown(both)).toBe(true);
});

it('that five guards share stay known for the others when one of them resets the password repeatedly', async () => {
  const five = await Promise.all(Array.from({ length: 5 }, () => api.guard()));
  let shared = { cookie: '' };
  for (guard of five) shared = kept(await logIn(shared));
  for (let resets = 0; resets < 2; resets++) {
    api.clock.advance({ minutes: 2 });
    const reply = await reset(shared);
    expect(reply.code).toBe(200);
    shared = kept(reply);
  }
  expect(await isKnown(shared, NEW)).toBe(true);
  for (guard of five.slice(0, 4)) expect(await isKnown(shared)).toBe(true);
});
