import type { Input } from '@portal/contracts/_kernel/endpoint';
import { confirmationMessages, confirmationState, confirmSession, sendConfirmationCode } from '@portal/contracts/auth/auth.confirmation';
import { changePassword, forgotPassword, login, resetPassword } from '@portal/contracts/auth/auth.endpoints';
import {
  addPasskey,
  addTotp,
  beginPasskey,
  beginTotp,
  challengePasskey,
  codesGuessedMail,
  codesTriedMail,
  factorLimits,
  factorMessages,
  factorRefusals,
  listFactors,
  removeFactor,
} from '@portal/contracts/auth/auth.factors';
import { resetFactors } from '@portal/contracts/auth/auth.staff';
import { changeEmail, confirmContact, resendContactCode } from '@portal/contracts/guards/guards.contacts.endpoints';
import { saveBank } from '@portal/contracts/guards/guards.endpoints';
import { rotateKeys } from '@portal/contracts/guards/guards.staff';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { TestAuthenticator } from '../../../test/authenticator';
import { setKeyring } from '../../../test/services';
import { openSession } from '../../../test/sessions';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { type TestGuard, testApi } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { deleteExpiredRows } from '../../jobs/clean-up.job';
import { db } from '../../platform/database/db';
import { passkeySiteOf } from './factors';

const START = '2027-03-10T15:00:00.000Z';
const api = testApi({ env: { identity: { projectId: 'none', keySetUrl: 'http://127.0.0.1:9/keys', providers: ['google'] } } });
let people: Visitors;
let guard: TestGuard;

const as = (token = guard.token) => ({ token });
const later = (minutes = 11) => api.clock.advance({ minutes });
const seconds = (count: number) => api.clock.advance({ seconds: count });
const state = async (token = guard.token) => (await api.call(confirmationState, {}, { token })).data;
const confirm = (proof: Input<typeof confirmSession>, token = guard.token) => api.call(confirmSession, proof, { token });
const list = async () => (await api.call(listFactors, {}, as())).data;
const codeOf = (secret: string, offset = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() + offset * 30_000 });
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const begin = async () => (await api.call(beginTotp, {}, as())).data.secret;
const finish = (code: string, label = 'My phone') => api.call(addTotp, { code, label }, as());
const addApp = async (label?: string) => {
  const secret = await begin();
  const { data } = await finish(codeOf(secret), label);
  return { secret, id: data.id };
};
const byApp = (code: string, token = guard.token) => confirm({ by: 'totp', code }, token);

const bank = (over: Partial<Input<typeof saveBank>> = {}) =>
  api.call(
    saveBank,
    {
      ...{ id: guard.id, accHolderName: 'Ada Rowe', bankAccountNumber: '1234567', bankInstitution: '001', bankTransitNumber: '12345' },
      ...{ wantTopay: 1, ...over },
    },
    as(),
  );
const logIn = async () => {
  const input = { deviceToken: 'web', deviceId: 'web', deviceType: 3, email: guard.email, password: guard.password };
  return (await api.call(login, input)).data.tokens.refresh.token;
};
const subjects = async () => (await people.mail(guard.email)).map(({ subject }) => subject);

beforeAll(async () => {
  people = await createVisitors(api);
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db());
  api.clock.set(START);
  guard = await api.guard();
});
afterEach(() => setKeyring(testEnv.secretKeys));

describe('an authenticator app', () => {
  it('is added by its first code, and a mail is sent about it', async () => {
    const { data } = await api.call(beginTotp, {}, as());
    expect(data.address).toMatch(new RegExp(`^otpauth://totp/.*secret=${data.secret}`));
    expect(await list()).toEqual([]);
    const added = await finish(codeOf(data.secret), 'My phone');
    expect(added).toMatchObject({ status: 200, message: factorMessages.added, data: { kind: 'totp', label: 'My phone', addedAt: START } });
    expect(await list()).toEqual([added.data]);
    expect(await subjects()).toContain('A second factor was added to your account');
  });

  it('is not added by a wrong code, nor without a name', async () => {
    const secret = await begin();
    expect(await finish(otherCode(codeOf(secret)))).toMatchObject({ status: 400, errors: { code: factorMessages.codeWrong } });
    expect(await finish(codeOf(secret), ' ')).toMatchObject({ status: 400, errors: { label: factorMessages.labelMissing } });
    expect(await list()).toEqual([]);
  });

  it('is added by the newest secret only, and once', async () => {
    const first = await begin();
    const second = await begin();
    expect((await finish(codeOf(first))).status).toBe(400);
    expect((await finish(codeOf(second))).status).toBe(200);
    expect(await finish(codeOf(second, 1))).toMatchObject({ status: 409, message: factorMessages.noneWaiting });
  });

  it('needs a confirmed session', async () => {
    later();
    expect(await api.call(beginTotp, {}, as())).toMatchObject({ status: 403, reason: 'confirmation' });
    expect(await finish('123456')).toMatchObject({ status: 403, reason: 'confirmation' });
    expect(await api.call(beginPasskey, {}, as())).toMatchObject({ status: 403, reason: 'confirmation' });
  });

  it('waits until the e-mail address is proven: its mailbox can take over an account with an unproven one', async () => {
    const secret = await begin();
    await sql`update guards set is_email_proven = false where id = ${guard.id}`.execute(db());
    const first = { status: 409, message: factorRefusals.proveEmailFirst };
    expect(await finish(codeOf(secret))).toMatchObject(first);
    expect(await api.call(beginTotp, {}, as())).toMatchObject(first);
    expect(await api.call(beginPasskey, {}, as())).toMatchObject(first);
    expect(await list()).toEqual([]);
  });

  it('a sixth one is refused', async () => {
    for (let index = 0; index < factorLimits.most; index++) await addApp(`Phone ${index}`);
    expect(await api.call(beginTotp, {}, as())).toMatchObject({ status: 409, message: factorMessages.tooMany });
    expect(await api.call(beginPasskey, {}, as())).toMatchObject({ status: 409, message: factorMessages.tooMany });
    expect(await list()).toHaveLength(5);
  });

  it('is stored encrypted, and encrypted again under a new key', async () => {
    const { secret } = await addApp();
    const read = async () =>
      (
        await sql<{
          keyId: string;
          text: string;
        }>`select key_id as "keyId", encode(secret_sealed, 'escape') as text from second_factors where guard_id = ${guard.id}`.execute(db())
      ).rows[0];
    expect((await read())?.text).not.toContain(secret);
    setKeyring([{ id: 'young', bytes: Buffer.alloc(32, 9) }, ...testEnv.secretKeys]);
    await api.call(rotateKeys, {});
    expect((await read())?.keyId).toBe('young');
    setKeyring([{ id: 'young', bytes: Buffer.alloc(32, 9) }]);
    later();
    expect((await byApp(codeOf(secret))).status).toBe(200);
  });
});

describe('a code of the app', () => {
  let secret: string;
  beforeEach(async () => {
    secret = (await addApp()).secret;
    later();
  });

  it('confirms once, and not after a newer one', async () => {
    const [before, present] = [codeOf(secret, -1), codeOf(secret)];
    expect((await byApp(present)).status).toBe(200);
    expect(await byApp(present)).toMatchObject({ status: 400, errors: { code: factorMessages.codeWrong } });
    expect((await byApp(before)).status).toBe(400);
    expect((await bank()).status).toBe(200);
  });

  it('confirms once when two concurrent calls send it', async () => {
    const code = codeOf(secret);
    const replies = await Promise.all([byApp(code), byApp(code), byApp(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it.each([
    [-2, 400],
    [-1, 200],
    [1, 200],
    [2, 400],
  ])('of the period %i from now is answered with %i', async (offset, status) => {
    expect((await byApp(codeOf(secret, offset))).status).toBe(status);
  });

  it('that added the app does not confirm afterwards', async () => {
    await api.call(resetFactors, { guard: guard.id });
    await confirm({ by: 'password', password: guard.password });
    const fresh = await begin();
    const code = codeOf(fresh);
    await finish(code);
    expect((await byApp(code)).status).toBe(400);
  });

  const wrong = async (token: string, count: number) => {
    for (let index = 0; index < count; index++) expect((await byApp(otherCode(codeOf(secret)), token)).status).toBe(400);
  };
  /** Ten wrong codes, each by a new log-in with the right password. */
  const guessByLogIns = async () => {
    for (let index = 0; index < factorLimits.tries; index++) await wrong(await logIn(), 1);
  };

  it('can be tried ten times in a quarter of an hour, by all log-ins together', async () => {
    await guessByLogIns();
    const next = await logIn();
    expect(await byApp(codeOf(secret), next)).toMatchObject({ status: 429, message: expect.stringContaining('Too many attempts') });
    expect(await subjects()).toContain(codesTriedMail.subject);
    later(16);
    expect((await byApp(codeOf(secret), next)).status).toBe(200);
  });

  it('still confirms where a factor confirmed before, after all tries of new log-ins; ten separate tries in a quarter of an hour', async () => {
    await guessByLogIns();
    await wrong(guard.token, factorLimits.tries);
    expect((await byApp(codeOf(secret))).status).toBe(429);
    later(16);
    await guessByLogIns();
    expect((await byApp(codeOf(secret))).status).toBe(200);
  });

  it('can be tried again by new log-ins once the guard has removed the last factor and added another', async () => {
    await guessByLogIns();
    const [factor] = (await api.call(listFactors, {}, as())).data;
    expect((await byApp(codeOf(secret))).status).toBe(200);
    expect((await api.call(removeFactor, { id: factor?.id ?? '' }, as())).code).toBe(200);
    await confirm({ by: 'password', password: guard.password });
    secret = (await addApp()).secret;
    seconds(60);
    expect((await byApp(codeOf(secret), await logIn())).status).toBe(200);
  });

  it('that is right gives log-ins no further tries', async () => {
    await wrong(await logIn(), 9);
    expect((await byApp(codeOf(secret), await logIn())).status).toBe(200);
    seconds(60);
    expect((await byApp(codeOf(secret))).status).toBe(200);
    await wrong(await logIn(), 1);
    seconds(60);
    expect((await byApp(codeOf(secret), await logIn())).status).toBe(429);
  });

  it.each([
    ['fifty wrong ones in a day', 'factor.code.strange.day', factorLimits.strangeADay],
    ['a hundred in ninety days', 'factor.code.strange.all', factorLimits.strangeInAll],
  ])(
    'confirms no new log-in after %s: a passkey does, and so does a code after staff have reset the factors',
    async (_case, bucket, most) => {
      const key = new TestAuthenticator(testEnv.portalUrl);
      await byApp(codeOf(secret));
      await api.call(addPasskey, { label: 'Key', response: key.create((await api.call(beginPasskey, {}, as())).data) }, as());
      const guessing = await logIn();
      await wrong(guessing, 1);
      await sql`update rate_limits set count = ${most - 1} where bucket = ${bucket}`.execute(db());
      await wrong(guessing, 1);
      later(16);
      expect(await byApp(codeOf(secret), guessing)).toMatchObject({ status: 429, message: factorRefusals.closed });
      const { data } = await api.call(challengePasskey, {}, { token: guessing });
      expect((await confirm({ by: 'passkey', response: key.get(data) }, guessing)).status).toBe(200);
      await api.call(resetFactors, { guard: guard.id });
      await confirm({ by: 'password', password: guard.password });
      secret = (await addApp()).secret;
      seconds(60);
      expect((await byApp(codeOf(secret), await logIn())).status).toBe(200);
    },
  );

  it('ends the session on a wrong code after thirty wrong ones, mails the guard, and confirms when it is right', async () => {
    for (let round = 0; round < 3; round++) {
      await wrong(guard.token, factorLimits.tries);
      later(16);
    }
    const other = await logIn();
    expect((await byApp(otherCode(codeOf(secret)))).status).toBe(401);
    expect((await byApp(codeOf(secret))).status).toBe(401);
    expect(await subjects()).toContain(codesGuessedMail.subject);
    expect((await byApp(codeOf(secret), other)).status).toBe(200);
  });

  it('starts the count of tries again when it is right', async () => {
    for (let index = 0; index < 9; index++) await byApp(otherCode(codeOf(secret)));
    expect((await byApp(codeOf(secret))).status).toBe(200);
    seconds(60);
    for (let index = 0; index < 9; index++) expect((await byApp(otherCode(codeOf(secret)))).status).toBe(400);
  });

  it('of another guard confirms nothing', async () => {
    const other = await api.guard();
    expect((await byApp(codeOf(secret), other.token)).status).toBe(400);
  });

  it('stores when it was used', async () => {
    await byApp(codeOf(secret));
    expect(await list()).toMatchObject([{ lastUsedAt: '2027-03-10T15:11:00.000Z' }]);
  });
});

describe('a guard with a second factor', () => {
  const refused = { status: 403, reason: 'confirmation' };

  it('is offered only the kinds that are set up', async () => {
    await addApp();
    expect((await state()).methods).toEqual([{ by: 'totp' }]);
  });

  it('does not confirm by the password, a provider or an e-mailed code', async () => {
    await addApp();
    later();
    const instead = { status: 409, message: confirmationMessages.factorInstead };
    expect(await confirm({ by: 'password', password: guard.password })).toMatchObject(instead);
    expect(await confirm({ by: 'provider', socialType: 2, idToken: 'x' })).toMatchObject(instead);
    expect(await confirm({ by: 'code', code: '123456' })).toMatchObject(instead);
    await sql`update guards set has_password = false where id = ${guard.id}`.execute(db());
    expect(await api.call(sendConfirmationCode, {}, as())).toMatchObject(instead);
    expect((await state()).confirmedUntil).toBeNull();
  });

  it('does not confirm by the password in the body, as the previous release sent it', async () => {
    await addApp();
    later();
    expect(await bank({ password: guard.password })).toMatchObject(refused);
    expect((await state()).confirmedUntil).toBeNull();
  });

  it('changes the password only in a confirmed session: a stolen password is not enough', async () => {
    const { secret } = await addApp();
    const token = await logIn();
    const change = (oldPassword: string) => api.call(changePassword, { oldPassword, password: 'Quiet7Harbour$' }, { token });
    expect(await change('Wrong-one-1')).toMatchObject({ status: 400, errors: { oldPassword: expect.any(String) } });
    expect(await change(guard.password)).toMatchObject(refused);
    expect((await state(token)).confirmedUntil).toBeNull();
    seconds(60);
    await byApp(codeOf(secret), token);
    expect((await change(guard.password)).status).toBe(200);
  });

  it('has no confirmed session after a log-in with the password', async () => {
    const { secret } = await addApp();
    seconds(60);
    const token = await logIn();
    expect((await state(token)).confirmedUntil).toBeNull();
    expect((await byApp(codeOf(secret), token)).status).toBe(200);
    expect((await state(token)).confirmedUntil).not.toBeNull();
  });

  it('ends a change of contact that was begun before it was added', async () => {
    guard = await api.guard();
    await api.call(changeEmail, { email: `moved.${guard.id}@example.com` }, as());
    await addApp();
    expect(await api.call(resendContactCode, { kind: 'email' }, as())).toMatchObject({ status: 404 });
    expect(await api.call(confirmContact, { kind: 'email', code: '123456' }, as())).toMatchObject({ status: 410 });
  });

  const takeOver = async () => {
    await sql`update guards set is_email_proven = false where id = ${guard.id}`.execute(db());
    seconds(60);
    await api.call(forgotPassword, { email: guard.email });
    const token = /token=([\w-]+)/.exec((await people.mail(guard.email))[0]?.body ?? '')?.[1] ?? '';
    expect((await api.call(resetPassword, { token, password: 'Quiet7Harbour$' })).status).toBe(200);
    const { rows } = await sql`select kind from second_factors where guard_id = ${guard.id}`.execute(db());
    return rows;
  };

  it('loses the factor of a stranger who began to sign up with the address, when the owner of the mailbox resets the password', async () => {
    guard = await api.guard({ step: 'registration' });
    await addApp();
    expect(await takeOver()).toEqual([]);
  });

  it('keeps the factor after the onboarding, also when an unproven mailbox resets the password: staff remove it', async () => {
    await addApp();
    expect(await takeOver()).toEqual([{ kind: 'totp' }]);
    guard.password = 'Quiet7Harbour$';
    const token = await logIn();
    expect((await state(token)).confirmedUntil).toBeNull();
    expect(await confirm({ by: 'password', password: guard.password }, token)).toMatchObject({
      message: confirmationMessages.factorInstead,
    });
  });

  it('has other sessions unconfirmed from the moment when it is added', async () => {
    const other = await logIn();
    expect((await state(other)).confirmedUntil).not.toBeNull();
    await addApp();
    expect((await state(other)).confirmedUntil).toBeNull();
    expect((await state()).confirmedUntil).not.toBeNull();
  });

  it('removes it in a confirmed session; then the password confirms again, and a mail is sent about it', async () => {
    const { secret, id } = await addApp();
    later();
    expect(await api.call(removeFactor, { id }, as())).toMatchObject(refused);
    await byApp(codeOf(secret));
    expect(await api.call(removeFactor, { id }, as())).toMatchObject({ status: 200, message: factorMessages.removed });
    expect((await api.call(removeFactor, { id }, as())).status).toBe(404);
    expect((await state()).methods).toEqual([{ by: 'password' }]);
    expect(await subjects()).toContain('A second factor was removed from your account');
  });

  it('does not remove the factor of another guard', async () => {
    const { id } = await addApp();
    const other = await api.guard();
    expect(await api.call(removeFactor, { id }, as(other.token))).toMatchObject({ status: 404, message: factorMessages.unknown });
    expect(await list()).toHaveLength(1);
  });

  it('loses all factors when staff reset them', async () => {
    await addApp();
    await addApp('Another phone');
    await begin();
    expect(await api.call(resetFactors, { guard: guard.email })).toMatchObject({ status: 200, data: { id: guard.id, removed: 2 } });
    expect(await list()).toEqual([]);
    expect((await state()).methods).toEqual([{ by: 'password' }]);
    expect(await subjects()).toContain('A second factor was removed from your account');
    expect(await api.call(resetFactors, { guard: guard.id })).toMatchObject({ data: { removed: 0 } });
  });
});

describe('a passkey', () => {
  const ORIGIN = testEnv.portalUrl;
  let key: TestAuthenticator;
  const options = async (token = guard.token) => (await api.call(beginPasskey, {}, { token })).data;
  const challenge = async (token = guard.token) => (await api.call(challengePasskey, {}, { token })).data;
  const add = (response: Record<string, unknown>, label = 'My laptop') => api.call(addPasskey, { label, response }, as());
  const byPasskey = (response: Record<string, unknown>, token = guard.token) => confirm({ by: 'passkey', response }, token);
  const added = async () => {
    const reply = await add(key.create(await options()));
    later();
    return reply;
  };
  const notAdded = { status: 400, message: factorMessages.passkeyRefused };

  beforeEach(() => {
    key = new TestAuthenticator(ORIGIN);
  });

  it('is added with the answer of the browser, and then confirms', async () => {
    expect(await added()).toMatchObject({ status: 200, data: { kind: 'passkey', label: 'My laptop', lastUsedAt: null } });
    expect((await state()).methods).toEqual([{ by: 'passkey' }]);
    expect((await bank()).status).toBe(403);
    expect((await byPasskey(key.get(await challenge()))).status).toBe(200);
    expect((await bank()).status).toBe(200);
    expect(await list()).toMatchObject([{ lastUsedAt: '2027-03-10T15:11:00.000Z' }]);
  });

  it.each([
    ['another origin', { origin: 'https://portal.example.net' }],
    ['another challenge', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['no verification of the user', { flags: 1 }],
  ])('with %s is neither added nor confirms', async (_what, over) => {
    expect(await add(key.create(await options(), over))).toMatchObject(notAdded);
    await added();
    expect(await byPasskey(key.get(await challenge(), over))).toMatchObject(notAdded);
    expect((await state()).confirmedUntil).toBeNull();
  });

  it('answers a challenge once, and no challenge of the other purpose', async () => {
    const first = await options();
    expect((await add(key.create(first))).status).toBe(200);
    expect(await add(new TestAuthenticator(ORIGIN).create(first))).toMatchObject({ status: 409, message: factorMessages.noneWaiting });
    const second = await challenge();
    expect((await byPasskey(key.get(second))).status).toBe(200);
    expect(await byPasskey(key.get(second))).toMatchObject({ status: 410, message: factorMessages.challengeOver });
    expect((await byPasskey(key.get(await options()))).status).toBe(410);
  });

  it('expires after five minutes, and is then deleted by the clean-up', async () => {
    await added();
    const asked = await challenge();
    later(5);
    expect((await byPasskey(key.get(asked))).status).toBe(410);
    await challenge();
    later(6);
    await deleteExpiredRows();
    const { rows } = await sql`select from passkey_challenges where guard_id = ${guard.id}`.execute(db());
    expect(rows).toHaveLength(0);
  });

  it('answers only the challenge of its session', async () => {
    await added();
    const other = await openSession(guard.id);
    const asked = await challenge();
    expect((await byPasskey(key.get(asked), other)).status).toBe(410);
  });

  it('with a counter that decreases confirms nothing', async () => {
    await added();
    expect((await byPasskey(key.get(await challenge(), { counter: 7 }))).status).toBe(200);
    later();
    expect(await byPasskey(key.get(await challenge(), { counter: 7 }))).toMatchObject(notAdded);
    expect(await byPasskey(key.get(await challenge(), { counter: 6 }))).toMatchObject(notAdded);
    expect((await byPasskey(key.get(await challenge(), { counter: 8 }))).status).toBe(200);
  });

  it('of another guard confirms nothing, and is not added twice', async () => {
    await added();
    const mine = guard;
    guard = await api.guard();
    expect(await api.call(challengePasskey, {}, as())).toMatchObject({ status: 409, message: factorMessages.unknown });
    expect(await add(key.create(await options()))).toMatchObject({ status: 409, message: factorMessages.passkeyKnown });
    const own = new TestAuthenticator(ORIGIN);
    await add(own.create(await options()));
    expect(await byPasskey(key.get(await challenge()))).toMatchObject(notAdded);
    expect(await byPasskey(own.get(await challenge(mine.token)), mine.token)).toMatchObject(notAdded);
  });

  it.each([[{}], [{ id: 'x', response: {} }], [{ id: 1, response: null }]])('%j is refused as an answer', async (response) => {
    await options();
    expect(await add(response)).toMatchObject(notAdded);
    await added();
    await challenge();
    expect(await byPasskey(response)).toMatchObject(notAdded);
    expect((await confirm({ by: 'passkey' })).status).toBe(400);
  });
});

it.each([
  ['https://portal.example.com', { origin: 'https://portal.example.com', host: 'portal.example.com' }],
  ['', { origin: null, host: 'localhost' }],
])('passkeys count at %j', (portalUrl, site) => {
  expect(passkeySiteOf(portalUrl)).toEqual(site);
});
