import { copy } from '@portal/contracts/_kernel/copy';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { login, logout, session, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { authMessages, socialTypes } from '@portal/contracts/auth/auth.rules';
import { sql } from 'kysely';
import { arrangeShift } from '../../../test/shifts';
import { basicHeader, startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { deleteExpiredRows } from '../../jobs/clean-up.job';
import { db } from '../../platform/database/db';
import { createDomains } from '..';

const START = '2027-03-10T15:00:00.000Z';
let api: TestApi;
let guard: TestGuard;

beforeAll(async () => {
  api = await startApi({ clock: START });
  guard = await api.guard({ firstName: 'Ada' });
});
beforeEach(async () => {
  api.clock.set(START);
  await sql`delete from rate_limits`.execute(db());
});
afterAll(() => api.stop());

const logIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  api.call(login, { email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 }, { headers });
const tokenOf = async () => (await logIn(guard.email, guard.password)).data.tokens.refresh.token;
const isAlive = async (token: string) => (await api.call(session, {}, { token })).code === 200;

describe('login', () => {
  it('[API-AUTH-01] takes deviceToken, deviceId and deviceType with email and password', async () => {
    const keys = Object.keys((login.input as unknown as { fields: object }).fields);
    expect(keys.sort()).toEqual(['deviceId', 'deviceToken', 'deviceType', 'email', 'password']);
    const given = { email: guard.email, password: guard.password, deviceToken: 'push-token', deviceId: 'web', deviceType: 3 };
    expect((await api.call(login, given)).code).toBe(200);
    const { rows } = await sql`select from sessions where guard_id = ${guard.id} and device_token = 'push-token'`.execute(db());
    expect(rows).toHaveLength(1);
    const wrong = { deviceToken: 'x'.repeat(4097), deviceId: 'x'.repeat(65), deviceType: 'web', email: 'ada', password: '' };
    for (const [key, value] of Object.entries(wrong)) {
      const { code, errors } = await api.call(login, { ...given, [key]: value } as never);
      expect([code, Object.keys(errors ?? {})]).toEqual([400, [key]]);
    }
  });

  it('[API-AUTH-03] replies the guard, a token, code and message', async () => {
    const reply = await logIn(guard.email, guard.password);
    expect(reply).toMatchObject({ status: 200, code: 200, message: authMessages.loggedIn });
    expect(reply.data.guard).toMatchObject({ id: guard.id, email: guard.email, firstName: 'Ada' });
    expect(reply.data.tokens.refresh.token).toMatch(/^[\w-]{43}$/);
  });

  it('[DATA-ACCT-09] replies guard and tokens.refresh.token, and no password data', async () => {
    const { data } = await logIn(guard.email, guard.password);
    expect(Object.keys(data).sort()).toEqual(['guard', 'tokens']);
    expect(data).toMatchObject({ guard: { id: guard.id }, tokens: { refresh: { token: expect.stringMatching(/^[\w-]{43}$/) } } });
    expect(JSON.stringify(data)).not.toMatch(/password|argon2/i);
  });

  it('takes the address in any case and with blanks around it', async () => {
    expect((await logIn(`  ${guard.email.toUpperCase()} `, guard.password)).code).toBe(200);
  });

  it('gives each log-in a new session token', async () => {
    const tokens = [await logIn(guard.email, guard.password), await logIn(guard.email, guard.password)].map(
      ({ data }) => data.tokens.refresh.token,
    );
    expect(new Set([...tokens, guard.token]).size).toBe(3);
  });

  it('answers a wrong password and an unknown address with the same message', async () => {
    const replies = [await logIn(guard.email, 'wrong'), await logIn('nobody@example.com', 'wrong')];
    expect(replies.map(({ status, code, message, data }) => [status, code, message, data])).toEqual([
      [401, 401, authMessages.wrongCredentials, null],
      [401, 401, authMessages.wrongCredentials, null],
    ]);
  });

  it('names every failing field with its first message', async () => {
    const reply = await logIn('not an address', '');
    expect(reply).toMatchObject({
      status: 400,
      code: 400,
      errors: { email: copy.emailInvalid, password: copy.passwordRequired },
      userMessage: serverCopy.checkFields,
    });
  });

  it('[AUTHZ-11] refuses a client without the fixed basic credential', async () => {
    const body = JSON.stringify({ email: guard.email, password: guard.password });
    const post = (headers: Record<string, string>) =>
      api.request('/v1/guard/auth/login', { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: 'Basic d3Jvbmc6d3Jvbmc=' })).status).toBe(401);
    expect((await post({ authorization: `Bearer ${guard.token}` })).status).toBe(401);
    expect((await post({ authorization: basicHeader })).status).toBe(200);
  });

  it('every other call before a session refuses such a client, too, also with a guard’s token', async () => {
    const open = createDomains({ mode: 'test', identity: null, portalUrl: '' }).filter(({ endpoint }) => endpoint.auth === 'basic');
    expect(open.map(({ endpoint }) => endpoint.id).sort()).toEqual([
      'auth.forgot-password',
      'auth.login',
      'auth.register',
      'auth.reset-password',
      'auth.social-login',
      'auth.start-social-login',
      'career.apply',
      'career.openings',
      'enquiries.send',
      'newsletter.subscribe',
      'onboarding.agree',
      'onboarding.resend-otp',
      'onboarding.verify-otp',
      'pages.faq',
      'pages.howItWorks',
      'pages.static',
    ]);
    for (const { endpoint } of open)
      for (const authorization of ['', 'Basic d3Jvbmc6d3Jvbmc=', `Bearer ${guard.token}`, basicHeader]) {
        const path = fullPath(endpoint).replace(/:\w+/g, 'x');
        const { status } = await api.request(path, { method: endpoint.method, headers: authorization ? { authorization } : {} });
        if (authorization === basicHeader) expect([endpoint.id, status]).not.toEqual([endpoint.id, 401]);
        else expect([endpoint.id, authorization, status]).toEqual([endpoint.id, authorization, 401]);
      }
  });

  it('[SESSION-10/1, SESSION-10/2] these calls show a 401 in their own alert, and agreeing next to it (AGREE-14); all others do not', () => {
    const all = createDomains({ mode: 'test', identity: null, portalUrl: '' }).map(({ endpoint }) => endpoint);
    expect(
      all
        .filter(({ showsOwn401 }) => showsOwn401)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([
      ...['auth.forgot-password', 'auth.login', 'auth.register', 'auth.reset-password', 'auth.social-login'],
      ...['onboarding.agree', 'onboarding.resend-otp', 'onboarding.verify-otp'],
    ]);
  });

  it('stores no token, only its hash', async () => {
    const token = await tokenOf();
    const { rows } = await sql<{ row: string }>`select s::text as row from sessions s`.execute(db());
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
  });
});

describe('a provider sign-in', () => {
  it.each(['facebook', 'google'] as const)('by %s is refused in clear words where it is not configured', async (provider) => {
    const proof = { socialId: 'somebody', socialType: socialTypes[provider], idToken: 'a.b.c' };
    const reply = await api.call(socialLogin, { ...proof, email: guard.email, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
    const message = authMessages.providerUnavailable(provider);
    expect(reply).toMatchObject({ status: 403, code: 403, message, userMessage: message, data: null });
  });
});

describe('session', () => {
  it('[AUTHZ-18, API-PUBLIC-07] is checked by the bearer token and replies the guard as it is now', async () => {
    const reply = await api.call(session, {}, { token: guard.token });
    expect(reply).toMatchObject({ code: 200, data: { guard: { id: guard.id }, now: api.clock.now().toISOString() } });
    const bea = await api.guard({ firstName: 'Bea' });
    expect((await api.call(session, {}, bea)).data.guard).toMatchObject({ id: bea.id, firstName: 'Bea' });
  });

  it('[API-GEN-04] answers 401 without a token and with an invalid one, each with its message', async () => {
    expect(await api.call(session, {})).toMatchObject({ status: 401, code: 401, message: copy.sessionMissing });
    expect(await api.call(session, {}, { token: 'x'.repeat(43) })).toMatchObject({ status: 401, code: 401, message: copy.sessionExpired });
  });

  it('[API-AUTH-19, API-AUTH-20] ends at logout, which takes the refresh token and replies a message', async () => {
    const [token, other] = [await tokenOf(), await tokenOf()];
    expect(await api.call(logout, { refreshToken: token }, { token })).toMatchObject({ code: 200, message: authMessages.loggedOut });
    expect(await isAlive(token)).toBe(false);
    expect(await isAlive(other)).toBe(true);
    expect(Object.keys((logout.input as unknown as { fields: object }).fields)).toEqual(['refreshToken']);
    const refused = await api.call(logout, { refreshToken: 'x'.repeat(513) }, { token: other });
    expect([refused.code, Object.keys(refused.errors ?? {}), await isAlive(other)]).toEqual([400, ['refreshToken'], true]);
  });

  it('[API-AUTH-19] a logout ends the session of its token and the one of refreshToken, and none of another guard', async () => {
    const [asking, named, third, stranger] = [await tokenOf(), await tokenOf(), await tokenOf(), await api.guard()];
    for (const refreshToken of [stranger.token, 'x'.repeat(43), ''])
      expect((await api.call(logout, { refreshToken }, { token: await tokenOf() })).code).toBe(200);
    expect(await Promise.all([asking, named, third, stranger.token].map(isAlive))).toEqual([true, true, true, true]);
    expect((await api.call(logout, { refreshToken: named }, { token: asking })).code).toBe(200);
    expect(await Promise.all([asking, named, third].map(isAlive))).toEqual([false, false, true]);
  });

  it('[SESSION-05] lives 30 days after it was last used, and is then refused as expired', async () => {
    const [used, unused] = [await tokenOf(), await tokenOf()];
    api.clock.advance({ days: 20 });
    expect(await isAlive(used)).toBe(true);
    api.clock.advance({ days: 20 });
    expect(await isAlive(used)).toBe(true);
    expect(await api.call(session, {}, { token: unused })).toMatchObject({
      status: 401,
      code: 401,
      message: 'Your session has expired. Please log in again.',
    });
  });

  it('requires no new password, however old the present one is', async () => {
    api.clock.advance({ days: 3_000 });
    expect(await isAlive(await tokenOf())).toBe(true);
    await sql`delete from sessions`.execute(db());
  });

  it('ends after 90 days, also when it is used', async () => {
    const token = await tokenOf();
    for (let days = 0; days < 80; days += 20) {
      api.clock.advance({ days: 20 });
      expect(await isAlive(token)).toBe(true);
    }
    api.clock.advance({ days: 11 });
    expect(await isAlive(token)).toBe(false);
  });

  it('is not ended in the middle of a shift', async () => {
    const token = await tokenOf();
    await sql`with place as (insert into locations (location_name, city, lat, long) values ('Gate', 'Toronto', 43.6, -79.4) returning id),
      owner as (insert into customers (register_as, first_name, last_name) values ('Individual', 'Ann', 'Lee') returning id),
      job as (insert into jobs (customer_id, location_id, title, job_type, status, hourly_rate, dress_code, transportation, place, lat, long)
        select owner.id, place.id, 'Gate', 1, 1, 20, 1, 1, 'Gate', 43.6, -79.4 from owner, place returning id),
      shift as (insert into shifts (job_id, shift_date, start_time, end_time)
        select id, '2027-06-09', '08:00', '16:00' from job returning id, job_id)
      insert into assignments (guard_id, job_id, shift_id, state, started_at, created_at)
        select ${guard.id}, job_id, id, 'running', '2027-06-08T12:00:00Z', '2027-06-01T12:00:00Z' from shift`.execute(db());
    for (let days = 0; days < 90; days += 30) {
      api.clock.advance({ days: 29, hours: 23 });
      expect(await isAlive(token)).toBe(true);
    }
    api.clock.advance({ days: 1 });
    expect(await isAlive(token)).toBe(true);
    await sql`update assignments set state = 'ended', ended_at = '2027-06-09T20:00:00Z'`.execute(db());
    expect(await isAlive(token)).toBe(false);
  });

  it('does not become valid again when a shift of its guard begins after it expired', async () => {
    const one = await api.guard();
    const { shiftId } = await arrangeShift(api, one, { dates: ['2027-06-09'], start: '08:00', end: '16:00' });
    await sql`update assignments set state = 'running', arrived_at = '2027-06-09T12:00:00Z', started_at = '2027-06-09T12:10:00Z'
      where shift_id = ${shiftId}`.execute(db());
    const expiresAt = (at: string) => sql`update sessions set expires_at = ${at} where guard_id = ${one.id}`.execute(db());
    api.clock.set('2027-06-09T13:00:00Z');
    await expiresAt('2027-06-09T11:59:00Z');
    expect(await isAlive(one.token)).toBe(false);
    await expiresAt('2027-06-09T12:01:00Z');
    expect(await isAlive(one.token)).toBe(true);
  });

  it.each([
    ['arrived', '2027-06-09T19:59:00Z', true],
    ['arrived', '2027-06-09T20:00:00Z', false],
    ['running', '2027-06-09T21:59:00Z', true],
    ['running', '2027-06-09T22:00:00Z', false],
    ['awarded', '2027-06-09T15:00:00Z', false],
  ])('of a shift that was left %s is at %s alive: %s', async (state, at, isStillAlive) => {
    const one = await api.guard();
    const { shiftId } = await arrangeShift(api, one, { dates: ['2027-06-09'], start: '08:00', end: '16:00' });
    await sql`update assignments set state = ${state}, arrived_at = '2027-06-09T12:00:00Z', started_at = '2027-06-09T12:00:00Z'
      where shift_id = ${shiftId}`.execute(db());
    await sql`update sessions set expires_at = '2027-06-09T12:01:00Z' where guard_id = ${one.id}`.execute(db());
    api.clock.set(at);
    expect(await isAlive(one.token)).toBe(isStillAlive);
  });

  it('is deleted a month after it ended', async () => {
    await tokenOf();
    api.clock.advance({ days: 121 });
    await deleteExpiredRows();
    const { rows } = await sql`select from sessions`.execute(db());
    expect(rows).toHaveLength(0);
  });
});
