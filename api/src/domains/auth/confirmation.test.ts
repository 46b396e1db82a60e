import { randomUUID } from 'node:crypto';
import { copy } from '@portal/contracts/_kernel/copy';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { serverCopy } from '@portal/contracts/_kernel/serverCopy';
import { confirmationState, confirmSession } from '@portal/contracts/auth/auth.confirmation';
import { disconnectSocial } from '@portal/contracts/auth/auth.connections';
import { changePassword, login, session, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { endOtherSessions, endSession, listSessions } from '@portal/contracts/auth/auth.sessions';
import { changeEmail, changeMobile } from '@portal/contracts/guards/guards.contacts.endpoints';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { requestDeletion } from '@portal/contracts/privacy/privacy.endpoints';
import { sql } from 'kysely';
import { startProvider, type TestProvider, type TokenForgery } from '../../../test/provider';
import { openSession } from '../../../test/sessions';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const START = '2027-03-10T15:00:00.000Z';
let provider: TestProvider;
let api: TestApi;
let people: Visitors;
let guard: TestGuard;
let subject: string;
let count = 0;

beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ clock: START, env: { identity: provider.identity } });
  people = await createVisitors(api);
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db());
  api.clock.set(START);
  guard = await api.guard();
  subject = `confirming-${count++}`;
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
const refused = { status: 403, code: 403, reason: 'confirmation', message: serverCopy.notConfirmed };
const as = (token = guard.token) => ({ token });
const later = (minutes = 11) => api.clock.advance({ minutes });
const state = async (token = guard.token) => (await api.call(confirmationState, {}, { token })).data;
const confirm = (proof: Input<typeof confirmSession>, token = guard.token) => api.call(confirmSession, proof, { token });
const byPassword = (password = guard.password, token = guard.token) => confirm({ by: 'password', password }, token);
const byProvider = (forged: TokenForgery = {}, who = subject) =>
  confirm({
    by: 'provider',
    socialType: socialTypes.google,
    idToken: provider.token(api.clock, { provider: 'google', subject: who }, forged),
  });

const bank = (over: Partial<Input<typeof saveBank>> = {}, headers = {}) =>
  api.call(
    saveBank,
    {
      ...{ id: guard.id, accHolderName: 'Ada Rowe', bankAccountNumber: '1234567', bankInstitution: '001', bankTransitNumber: '12345' },
      ...{ wantTopay: 1, ...over },
    },
    { ...as(), headers },
  );

/** The guard has logged in by a provider only. */
const dropPassword = () => sql`update guards set has_password = false, social_gmail_id = ${subject} where id = ${guard.id}`.execute(db());

describe('a call that needs a confirmed session', () => {
  const calls = {
    'saves bank details': () => bank(),
    'changes the e-mail address': () => api.call(changeEmail, { email: `moved.${count}@example.com` }, as()),
    'changes the mobile number': () => api.call(changeMobile, { mobileNumber: `905444${String(count).padStart(4, '0')}` }, as()),
    'disconnects a provider': () => api.call(disconnectSocial, { socialType: socialTypes.google }, as()),
    'connects a provider': () => {
      const idToken = provider.token(api.clock, { provider: 'google', subject });
      const input = { ...device, email: undefined, socialId: subject, socialType: socialTypes.google, idToken };
      return api.call(socialLogin, input, { headers: { 'x-guard-token': guard.token } });
    },
    'ends another session': async () => {
      await openSession(guard.id);
      const others = (await api.call(listSessions, {}, as())).data.filter(({ isThis }) => !isThis);
      return api.call(endSession, { sessionId: others[0]?.id ?? '' }, as());
    },
    'ends all other sessions': () => api.call(endOtherSessions, {}, as()),
    'asks for the deletion of the account': () => api.call(requestDeletion, {}, as()),
  };

  it.each(Object.entries(calls))('%s within ten minutes of the log-in, later only when confirmed again', async (_name, make) => {
    later(9);
    expect((await make()).status).toBe(200);
    later(2);
    expect(await make()).toMatchObject(refused);
    expect((await byPassword()).status).toBe(200);
    expect((await make()).status).not.toBe(403);
  });

  it('is confirmed by a right password in the body, and refused at its field by a wrong one', async () => {
    later();
    expect(await bank({ password: 'Wrong-123' })).toMatchObject({ status: 400, errors: { password: copy.passwordWrong } });
    expect(await bank()).toMatchObject(refused);
    expect((await bank({ password: guard.password })).status).toBe(200);
    expect((await bank()).status).toBe(200);
  });

  it('refuses a wrong password in the body of a confirmed session, too', async () => {
    expect(await bank({ password: 'Wrong-123' })).toMatchObject({ status: 400, errors: { password: copy.passwordWrong } });
  });

  it('marks an invalid field before it requires a confirmation', async () => {
    later();
    expect(await bank({ bankInstitution: '1' })).toMatchObject({ status: 400, errors: { bankInstitution: expect.any(String) } });
  });

  it('changes nothing when it is refused, and succeeds under the same key after the confirmation', async () => {
    later();
    const key = { 'idempotency-key': randomUUID() };
    expect(await bank({}, key)).toMatchObject(refused);
    expect((await people.mail(guard.email)).filter(({ subject: title }) => title === 'Your bank details were changed')).toEqual([]);
    await byPassword();
    expect((await bank({}, key)).status).toBe(200);
  });

  it('gives a repeat its stored reply without a confirmation', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await bank({}, key);
    later();
    expect(await bank({}, key)).toEqual(first);
    expect(await bank({}, { 'idempotency-key': randomUUID() })).toMatchObject(refused);
  });
});

describe('a session', () => {
  it('is confirmed by a log-in with the password, for ten minutes', async () => {
    later(60);
    const { data } = await api.call(login, { ...device, email: guard.email, password: guard.password });
    const { token } = data.tokens.refresh;
    expect((await state(token)).confirmedUntil).toBe('2027-03-10T16:10:00.000Z');
    expect((await state()).confirmedUntil).toBeNull();
    later(10);
    expect((await state(token)).confirmedUntil).toBeNull();
  });

  it('is confirmed by a log-in with a provider only when that sign-in is fresh', async () => {
    await dropPassword();
    const enter = async (forged: TokenForgery) => {
      const idToken = provider.token(api.clock, { provider: 'google', subject }, forged);
      const input = { ...device, email: undefined, socialId: subject, socialType: socialTypes.google, idToken };
      const { data } = await api.call(socialLogin, input);
      return (await state(data.tokens.refresh.token)).confirmedUntil;
    };
    const seconds = api.clock.now().getTime() / 1000;
    expect(await enter({})).toBe('2027-03-10T15:10:00.000Z');
    expect(await enter({ claims: { auth_time: seconds - 301 } })).toBeNull();
    expect(await enter({ claims: { auth_time: undefined } })).toBeNull();
  });

  it('is confirmed by the present password of a change of the password', async () => {
    later();
    await api.call(changePassword, { oldPassword: guard.password, password: 'Quiet7Harbour$' }, as());
    expect((await state()).confirmedUntil).not.toBeNull();
  });

  it('is confirmed alone: another session of the same guard is not', async () => {
    const other = await openSession(guard.id);
    later();
    await byPassword();
    expect([(await state()).confirmedUntil, (await state(other)).confirmedUntil]).toEqual(['2027-03-10T15:21:00.000Z', null]);
  });
});

describe('the password', () => {
  it('is the one method of a guard who has one', async () => {
    expect(await state()).toMatchObject({ methods: [{ by: 'password' }], code: null });
  });

  it('that is wrong confirms nothing, marks its field and counts as a try', async () => {
    later();
    for (let index = 0; index < 10; index++)
      expect(await byPassword('Wrong-123')).toMatchObject({ status: 400, errors: { password: copy.passwordWrong } });
    expect(await byPassword()).toMatchObject({ status: 429 });
    expect((await state()).confirmedUntil).toBeNull();
  });

  it.each([
    [{ by: 'password' }, 'password'],
    [{ by: 'provider', socialType: 2 }, 'idToken'],
    [{ by: 'provider', idToken: 'x' }, 'socialType'],
    [{ by: 'code' }, 'code'],
    [{ by: 'code', code: '12345' }, 'code'],
    [{ by: 'guess' }, 'by'],
    [{}, 'by'],
  ])('%j is refused at %s', async (proof, field) => {
    expect(await confirm(proof as never)).toMatchObject({ status: 400, errors: { [field]: expect.any(String) } });
  });
});

describe('a provider', () => {
  beforeEach(async () => {
    await sql`update guards set social_gmail_id = ${subject} where id = ${guard.id}`.execute(db());
  });

  it('is a method when it is connected', async () => {
    expect((await state()).methods).toEqual([{ by: 'password' }, { by: 'provider', socialType: socialTypes.google }]);
  });

  it('confirms by a fresh sign-in with the connected account', async () => {
    later();
    expect(await byProvider()).toMatchObject({ status: 200, data: { confirmedUntil: '2027-03-10T15:21:00.000Z' } });
  });

  it('refuses another account, an old sign-in and a token that proves nothing', async () => {
    later();
    const seconds = api.clock.now().getTime() / 1000;
    const replies = [
      await byProvider({}, 'another-person'),
      await byProvider({ claims: { auth_time: seconds - 301 } }),
      await byProvider({ claims: { aud: 'another-project' } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([409, 400, 400]);
    expect((await state()).confirmedUntil).toBeNull();
  });
});

it('confirms no session that has ended', async () => {
  await sql`update sessions set ended_at = ${START} where guard_id = ${guard.id}`.execute(db());
  expect((await byPassword()).status).toBe(401);
  expect((await api.call(session, {}, as())).status).toBe(401);
});
