import { copy } from '@portal/contracts/_kernel/copy';
import { login } from '@portal/contracts/auth/auth.endpoints';
import { sql } from 'kysely';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';
import { sha256 } from '../../platform/identity/secrets';

const START = '2027-03-10T15:00:00.000Z';
let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi({ clock: START });
  guard = await api.guard();
});
beforeEach(async () => {
  api.clock.set(START);
  await sql`delete from rate_limits`.execute(db());
});
afterAll(() => api.stop());

const logIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  api.call(login, { email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 }, { headers });

describe('too many tries', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  const device = (reply: { headers: Headers }) => ({ cookie: (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '' });

  it('[API-GEN-08] limits one address at an account, and replies how long to wait; the guard can log in from another one', async () => {
    const attacker = from('203.0.113.7');
    for (let tries = 0; tries < 10; tries++) expect((await logIn(guard.email, 'wrong', attacker)).code).toBe(401);
    const reply = await logIn(guard.email, guard.password, attacker);
    expect(reply).toMatchObject({ status: 429, code: 429, message: copy.tooMany(900), userMessage: copy.tooMany(900) });
    expect(reply.headers.get('retry-after')).toBe('900');
    expect((await logIn(guard.email, guard.password, from('203.0.113.8'))).code).toBe(200);
    expect((await logIn(guard.email, guard.password, attacker)).code).toBe(429);
    api.clock.advance({ seconds: 901 });
    expect((await logIn(guard.email, guard.password, attacker)).code).toBe(200);
  });

  it('limits an account over all addresses, and never a known device', async () => {
    const known = device(await logIn(guard.email, guard.password, from('198.51.100.20')));
    for (let tries = 0; tries < 100; tries++)
      expect((await logIn(guard.email, 'wrong', from(`203.0.113.${Math.floor(tries / 9)}`))).code).toBe(401);
    expect((await logIn(guard.email, guard.password, from('198.51.100.30'))).code).toBe(429);
    expect((await logIn(guard.email, guard.password, { ...from('203.0.113.1'), ...known })).code).toBe(200);
    api.clock.advance({ minutes: 61 });
    expect((await logIn(guard.email, guard.password, from('198.51.100.30'))).code).toBe(200);
  });

  it('limits a known device separately, so that its tries lock out no other device', async () => {
    const known = device(await logIn(guard.email, guard.password));
    for (let tries = 0; tries < 10; tries++) expect((await logIn(guard.email, 'wrong', known)).code).toBe(401);
    expect((await logIn(guard.email, guard.password, known)).code).toBe(429);
    expect((await logIn(guard.email, guard.password)).code).toBe(200);
  });

  it('knows a device by an HttpOnly cookie, for several guards, and for no guard who did not log in there', async () => {
    const second = await api.guard();
    const first = await logIn(guard.email, guard.password);
    expect(first.headers.get('set-cookie')).toMatch(
      /^known-device=[\w-]{43}\.[\w-]{51}; Path=\/v1; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
    const both = device(await logIn(second.email, second.password, device(first)));
    const [mine, strange] = [from('203.0.113.50'), await api.guard()];
    const made = {
      cookie: `known-device=${both.cookie.slice(13, 56)}.12345678${sha256(`${both.cookie.slice(13, 56)} ${strange.email}`).toString('base64url')}`,
    };
    for (const [who, cookie, code] of [
      [guard, both, 200],
      [second, both, 200],
      [second, device(first), 429],
      [strange, both, 429],
      [strange, made, 429],
    ] as const) {
      for (let tries = 0; tries < 10; tries++) await logIn(who.email, 'wrong', mine);
      expect((await logIn(who.email, who.password, { ...mine, ...cookie })).code).toBe(code);
    }
  });

  it('counts concurrent tries', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => logIn('victim@example.com', 'wrong')));
    expect(replies.filter(({ code }) => code === 401)).toHaveLength(10);
  });

  it('limits an address over all accounts, and counts only failures', async () => {
    const guess = (name: string) => logIn(`${name}@example.com`, 'wrong', from('198.51.100.7'));
    await Promise.all(Array.from({ length: 49 }, (_, index) => guess(`guess${index}`)));
    for (let times = 0; times < 3; times++) expect((await logIn(guard.email, guard.password, from('198.51.100.7'))).code).toBe(200);
    expect((await guess('the-fiftieth')).code).toBe(401);
    expect((await logIn(guard.email, guard.password, from('198.51.100.7'))).code).toBe(429);
    expect((await logIn(guard.email, guard.password, from('198.51.100.8'))).code).toBe(200);
  });
});
