import { copy } from '@portal/contracts/_kernel/copy';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { disconnectSocial, setDevice } from '@portal/contracts/auth/auth.connections';
import { socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { authMessages, type SocialProvider, socialTypes } from '@portal/contracts/auth/auth.rules';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { sql } from 'kysely';
import { startProvider, type TestProvider } from '../../../test/provider';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';

let provider: TestProvider;
let api: TestApi;
let guard: TestGuard;
let subject: string;
let people = 0;

beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z', env: { identity: provider.identity } });
});
beforeEach(async () => {
  guard = await api.guard();
  subject = `linked-${people++}`;
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
/** The social-login call. To connect, it sends the guard's token with the client credential, and their password. */
const social = (by: SocialProvider, of?: Pick<TestGuard, 'token' | 'password'>, email = 'elsewhere@example.com') =>
  api.call(
    socialLogin,
    {
      email,
      socialId: subject,
      socialType: socialTypes[by],
      idToken: provider.token(api.clock, { provider: by, subject, email, isEmailVerified: false }),
      ...device,
      ...(of?.password && { password: of.password }),
    },
    of ? { headers: { 'x-guard-token': of.token } } : {},
  );
const drop = (by: SocialProvider, token = guard.token) => api.call(disconnectSocial, { socialType: socialTypes[by] }, { token });
const read = async (of = guard): Promise<Guard> => (await api.call(profile, { id: of.id }, { token: of.token })).data.guard;
const mails = async (to = guard.email) =>
  (
    await sql<{ subject: string }>`select subject from outgoing_messages where recipient = ${to} order by created_at, id`.execute(db())
  ).rows.map((mail) => mail.subject);

describe('connecting', () => {
  it.each([
    ['facebook', 'socialFacebookId', 'Facebook is connected.'],
    ['google', 'socialGmailId', 'Google is connected.'],
  ] as const)(
    "[SETTING-17, SETTING-20/2] POST /guard/auth/social-login with the session's token links %s to that guard, whatever its e-mail, and opens no session",
    async (by, field, message) => {
      expect(socialLogin).toMatchObject({ method: 'POST', path: '/guard/auth/social-login', carriesToken: true });
      const reply = await social(by, guard);
      expect(reply).toMatchObject({ code: 200, message, data: { guard: { id: guard.id, [field]: subject } } });
      expect(reply.data.tokens.refresh.token).toBe(guard.token);
      const { rows } = await sql`select from sessions where guard_id = ${guard.id}`.execute(db());
      expect(rows).toHaveLength(1);
      expect((await read())[field]).toBe(subject);
      expect((await social(by)).data.guard.id).toBe(guard.id);
    },
  );

  it.each([
    ['a wrong password', 'Not-mine-1!', { status: 400, errors: { password: 'That password is not correct. Nothing was changed.' } }],
    ['a session that is not confirmed', '', { status: 403, reason: 'confirmation' }],
  ])('is refused with %s, so that a stolen session does not open the account for good', async (_name, password, refusal) => {
    api.clock.advance({ minutes: 10 });
    expect(await social('google', { ...guard, password })).toMatchObject(refusal);
    expect([(await read()).socialGmailId, await mails()]).toEqual([null, []]);
  });

  it('explains how to choose a password to a guard without one; a correct password is known from then on', async () => {
    await sql`update guards set has_password = false where id = ${guard.id}`.execute(db());
    const message = expect.stringContaining('log out, then choose “Forgot password?”');
    expect(await social('google', { ...guard, password: 'Not-mine-1!' })).toMatchObject({ status: 400, errors: { password: message } });
    expect((await social('google', guard)).code).toBe(200);
    expect((await drop('google')).code).toBe(200);
    expect(await social('google', { ...guard, password: 'Not-mine-1!' })).toMatchObject({
      errors: { password: 'That password is not correct. Nothing was changed.' },
    });
  });

  it('notifies the guard by mail, once, also when the call is repeated', async () => {
    await social('google', guard);
    expect(await social('google', guard)).toMatchObject({ code: 200 });
    expect(await mails()).toEqual(['Google was connected to your account']);
  });

  it('refuses an account of another guard, who stays connected', async () => {
    await social('google', guard);
    const other = await api.guard();
    expect(await social('google', other)).toMatchObject({
      status: 409,
      message: 'This Google account is connected to another guard account.',
    });
    expect((await read(other)).socialGmailId).toBeNull();
    expect((await read()).socialGmailId).toBe(subject);
  });

  it('connects an account to one of two guards who claim it concurrently', async () => {
    const other = await api.guard();
    const codes = (await Promise.all([social('google', guard), social('google', other)])).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 409]);
  });

  it('refuses a second account of the same provider', async () => {
    await social('google', guard);
    const first = subject;
    subject = `${first}-second`;
    expect(await social('google', guard)).toMatchObject({ status: 409, message: authMessages.otherIdentity('google') });
    expect((await read()).socialGmailId).toBe(first);
  });

  it('logs no one in for an invalid token', async () => {
    expect(await social('google', { token: 'made-up', password: guard.password }, guard.email)).toMatchObject({
      status: 401,
      message: copy.sessionExpired,
      data: null,
    });
    expect((await read()).socialGmailId).toBeNull();
  });
});

describe('disconnecting', () => {
  it('removes the account, notifies the guard by mail, and replies the same a second time', async () => {
    await social('facebook', guard);
    expect(await drop('facebook')).toMatchObject({ code: 200, message: 'Facebook is disconnected.' });
    expect(await drop('facebook')).toMatchObject({ code: 200 });
    expect((await read()).socialFacebookId).toBeNull();
    expect((await mails()).sort()).toEqual(['Facebook was connected to your account', 'Facebook was disconnected from your account']);
    expect((await social('facebook')).code).toBe(403);
  });

  it('replies the same to two concurrent calls with different keys, and notifies the guard once', async () => {
    await social('facebook', guard);
    const keyed = (key: string) =>
      api.call(
        disconnectSocial,
        { socialType: socialTypes.facebook },
        { token: guard.token, headers: { 'idempotency-key': `disconnect-${key}` } },
      );
    const replies = await Promise.all(['first', 'second'].map(keyed));
    expect(replies.map(({ code }) => code)).toEqual([200, 200]);
    expect((await mails()).sort()).toEqual(['Facebook was connected to your account', 'Facebook was disconnected from your account']);
  });

  it('is refused for the guard’s only credential, also to two concurrent calls', async () => {
    await social('facebook', guard);
    subject = `${subject}-google`;
    await social('google', guard);
    await sql`update guards set has_password = false where id = ${guard.id}`.execute(db());
    const replies = await Promise.all([drop('google'), drop('facebook')]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(replies.find(({ code }) => code === 409)?.message).toMatch(/^As far as we know, (Google|Facebook) is your only way to log in\./);
    const { socialGmailId, socialFacebookId } = await read();
    expect([socialGmailId, socialFacebookId].filter(Boolean)).toHaveLength(1);
  });

  it('knows that an account which a provider took over has no password', async () => {
    const begun = await api.guard({ step: 'otp' });
    const idToken = provider.token(api.clock, { provider: 'google', subject, email: begun.email });
    await api.call(socialLogin, { email: begun.email, socialId: subject, socialType: 2, idToken, ...device });
    const { rows } = await sql<{ has_password: boolean }>`select has_password from guards where id = ${begun.id}`.execute(db());
    expect(rows).toEqual([{ has_password: false }]);
  });
});

it('stores the push token for the session that sends it, for no other', async () => {
  const tokens = async () =>
    (await sql<{ device_token: string }>`select device_token from sessions where guard_id = ${guard.id} order by created_at`.execute(db()))
      .rows;
  expect(await api.call(setDevice, { deviceToken: 'push-token' }, { token: guard.token })).toMatchObject({ code: 200 });
  expect(await tokens()).toEqual([{ device_token: 'push-token' }]);
  expect(await api.call(setDevice, { deviceToken: '' }, { token: guard.token })).toMatchObject({ code: 400 });
});
