import { copy } from '@portal/contracts/_kernel/copy';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { passwordChangedMail } from '@portal/contracts/auth/auth.change-password';
import { forgotPassword, login, resetPassword, session } from '@portal/contracts/auth/auth.endpoints';
import { passwordMessages } from '@portal/contracts/auth/auth.passwords';
import { resetMessages } from '@portal/contracts/auth/auth.reset';
import { resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.staff';
import { sql } from 'kysely';
import { openSession } from '../../../test/sessions';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { basicHeader, startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { deleteExpiredRows } from '../../jobs/clean-up.job';
import { db } from '../../platform/database/db';
import { sha256 } from '../../platform/identity/secrets';

const START = '2027-03-10T15:00:00.000Z';
const NEW = 'Quiet-Harbour-7';
let api: TestApi;
let guard: TestGuard;
let some: Visitors;

beforeAll(async () => {
  api = await startApi({ clock: START });
  some = await createVisitors(api);
});
beforeEach(async () => {
  api.clock.set(START);
  await sql`delete from rate_limits`.execute(db());
  guard = await api.guard();
});
afterAll(() => api.stop());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const ask = (email: string, address = '203.0.113.1') => api.call(forgotPassword, { email }, from(address));
const reset = (token: string, password = NEW, address = '203.0.113.1') => api.call(resetPassword, { token, password }, from(address));
const logIn = (password: string) => api.call(login, { email: guard.email, password, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
const isAlive = async (token: string) => (await api.call(session, {}, { token })).code === 200;
const mailTo = async (to: string) => (await api.call(readMailbox, { to })).data;

/** The token of the newest link that was mailed to the guard. */
async function mailedToken(): Promise<string> {
  // So that the mail with the link is the newest.
  api.clock.advance({ seconds: 1 });
  await ask(guard.email);
  const [mail] = await mailTo(guard.email);
  return /reset-password\?token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
}

describe('a forgotten password', () => {
  it('[API-AUTH-07, API-AUTH-08] is POST /guard/auth/forgot-password, takes the email, replies code and message', async () => {
    const post = (body: object) =>
      api.request('/v1/guard/auth/forgot-password', {
        method: 'POST',
        headers: { authorization: basicHeader, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(await post({ email: guard.email })).toMatchObject({ status: 200, body: { code: 200, message: resetMessages.asked } });
    expect((await mailTo(guard.email)).map(({ body }) => /token=[\w-]{43}/.test(body))).toEqual([true]);
    expect(await post({})).toMatchObject({ status: 400, body: { errors: { email: copy.emailRequired } } });
  });

  it('[AUTHZ-12] needs the fixed basic credential', async () => {
    const post = (headers: Record<string, string>) =>
      api.request(fullPath(forgotPassword), {
        method: 'POST',
        body: JSON.stringify({ email: guard.email }),
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await post({})).status).toBe(401);
    for (const authorization of [`Bearer ${guard.token}`, 'Basic d3Jvbmc6d3Jvbmc='])
      expect((await post({ authorization })).status).toBe(401);
    expect((await post({ authorization: basicHeader })).status).toBe(200);
  });

  it('gets a link to the portal by mail, which works once for an hour', async () => {
    await ask(`  ${guard.email.toUpperCase()}`);
    const [mail, ...more] = await mailTo(guard.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Choose a new password' });
    expect(mail?.body).toMatch(
      /within 1 hour\. The link works once:\nhttps:\/\/portal\.example\.com\/guard\/reset-password\?token=[\w-]{43}\n/,
    );
  });

  it('gets the same bytes for an unknown address, whose owner gets no link', async () => {
    const raw = async (email: string) => {
      const headers = { authorization: basicHeader, 'content-type': 'application/json' };
      const response = await fetch(api.url + fullPath(forgotPassword), { method: 'POST', headers, body: JSON.stringify({ email }) });
      return [response.status, response.headers.get('content-length'), await response.text()];
    };
    expect(await raw('nobody@example.com')).toEqual(await raw(guard.email));
    const [mail] = await mailTo('nobody@example.com');
    expect(mail?.subject).toBe('No guard account has this e-mail');
    expect(mail?.body).not.toContain('token');
  });

  it.each([
    ['[FORGOT-03] nothing', '', 'Email is required'],
    ['[FORGOT-04] what is no address', 'not an address', 'Please enter valid email'],
    ['[FORGOT-05, SHARED-03] 181 characters', `${'a'.repeat(169)}@example.com`, 'Please enter valid email'],
  ])('is refused for %s', async (_what, email, message) => {
    expect(await ask(email)).toMatchObject({ status: 400, errors: { email: message } });
  });

  it('[FORGOT-05] accepts an email of 180 characters', async () => expect((await ask(`${'a'.repeat(168)}@example.com`)).code).toBe(200));

  it.each<[string, number, (index: number) => [string, string]]>([
    ['an account, known or not,', 5, (index: number) => ['nobody@example.com', `203.0.113.${index}`]],
    ['an address', 30, (index: number) => [`nobody${index}@example.com`, '198.51.100.7']],
  ])('of %s can be requested a limited number of times, then the reply is 429 with the wait', async (_who, max, asking) => {
    for (let index = 0; index < max; index++) expect((await ask(...asking(index))).code).toBe(200);
    const reply = await ask(...asking(max));
    expect(reply).toMatchObject({ status: 429, message: copy.tooMany(3600), userMessage: copy.tooMany(3600) });
    expect(reply.headers.get('retry-after')).toBe('3600');
    api.clock.advance({ minutes: 61 });
    expect((await ask(...asking(max))).code).toBe(200);
  });
});

describe('a password reset', () => {
  it('[API-AUTH-09, API-AUTH-10] takes the token in the query and the password in the body, and replies code and message', async () => {
    const token = await mailedToken();
    const reply = await api.request(`/v1/guard/auth/reset-password?token=${token}`, {
      method: 'POST',
      headers: { authorization: basicHeader, 'content-type': 'application/json' },
      body: JSON.stringify({ password: NEW }),
    });
    expect(reply).toMatchObject({ status: 200, body: { code: 200, message: resetMessages.done } });
    expect((await logIn(NEW)).code).toBe(200);
    expect((await logIn(guard.password)).code).toBe(401);
  });

  it('ends every session of this guard alone, and notifies the mailbox', async () => {
    const [second, other] = [await openSession(guard.id, 'web'), await api.guard()];
    await reset(await mailedToken());
    expect(await Promise.all([guard.token, second, other.token].map(isAlive))).toEqual([false, false, true]);
    expect(await mailTo(guard.email)).toContainEqual(expect.objectContaining(passwordChangedMail));
  });

  it('ends the cookie of a registration that never verified the address: its codes open nothing', async () => {
    const squatter = await some.atCode();
    guard = { ...guard, email: squatter.given.email };
    const otp = /\d{4}/.exec((await some.mail(squatter.given.mobileNumber))[0]?.body ?? '')?.[0] ?? '';
    expect((await reset(await mailedToken())).code).toBe(200);
    const boxes = { isIndividualDocument: true, isSubmitAllDocument: true, isPromotional: false };
    const { id, headers } = squatter;
    expect((await api.call(verifyOtp, { id, otp, ...boxes }, { headers })).code).toBe(401);
    expect((await api.call(resendOtp, { id }, { headers })).code).toBe(401);
    expect((await some.agreeTo(squatter, 'isPrivacyAgreement')).code).toBe(401);
    expect((await logIn(NEW)).data.guard.id).toBe(id);
  });

  it.each([
    ['goes with the stranger who left it there', false],
    ['stays with the guard whose mailbox was used before', true],
  ])('what else opens the account %s', async (_what, isProven) => {
    await sql`update guards set is_email_proven = ${isProven}, social_gmail_id = ${guard.id} where id = ${guard.id}`.execute(db());
    await sql`insert into calendar_feeds (guard_id, token_hash, made_at) values (${guard.id}, ${guard.id}, ${START})`.execute(db());
    await sql`insert into contact_changes (guard_id, kind, value, code_hash, sent_at, expires_at)
      values (${guard.id}, 'email', 'stranger@example.com', 'x', ${START}, ${START})`.execute(db());
    await reset(await mailedToken());
    const { rows } =
      await sql`select social_gmail_id is not null as identity, exists (select from calendar_feeds where guard_id = g.id) as feed,
      exists (select from contact_changes where guard_id = g.id) as contact from guards g where id = ${guard.id}`.execute(db());
    expect(rows).toEqual([{ identity: isProven, feed: isProven, contact: isProven }]);
  });

  it('admits a guard who had used up the tries', async () => {
    for (let tries = 0; tries < 11; tries++) await logIn('wrong');
    expect((await logIn(guard.password)).code).toBe(429);
    await reset(await mailedToken());
    expect((await logIn(NEW)).code).toBe(200);
  });

  it('works once, and deletes the older links', async () => {
    const [older, newer] = [await mailedToken(), await mailedToken()];
    expect((await reset(newer)).code).toBe(200);
    for (const token of [newer, older])
      expect(await reset(token, 'Another-one-2')).toMatchObject({ status: 401, code: 401, message: resetMessages.linkSpent, data: null });
    expect((await logIn(NEW)).code).toBe(200);
  });

  it('works once for two concurrent calls', async () => {
    const token = await mailedToken();
    const replies = await Promise.all([reset(token, 'First-harbour-1'), reset(token, 'Second-one-2')]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 401]);
  });

  it('expires after an hour', async () => {
    const token = await mailedToken();
    api.clock.advance({ minutes: 60 });
    expect(await reset(token)).toMatchObject({ status: 401, message: resetMessages.linkSpent });
    api.clock.advance({ days: 1 });
    await deleteExpiredRows();
    expect((await sql`select from password_resets`.execute(db())).rows).toHaveLength(0);
  });

  it('stores no token, only its hash', async () => {
    const token = await mailedToken();
    const { rows } = await sql<{ row: string; token_hash: Buffer }>`select r::text as row, token_hash from password_resets r`.execute(db());
    expect(rows.some(({ token_hash }) => token_hash.equals(sha256(token)))).toBe(true);
    expect(rows.map(({ row }) => row).join()).not.toContain(token);
  });

  it.each([
    ['[RESET-05, RESET-18/1, SHARED-02] of 7 characters', 'Sh0rt-1', passwordMessages.incomplete],
    ['[RESET-07, SIGNUP-39/2] without an uppercase letter', 'no-upper-1', passwordMessages.incomplete],
    ['[SIGNUP-39/2] without a lowercase letter', 'NO-LOWER-1', passwordMessages.incomplete],
    ['[RESET-08, SIGNUP-39/2] without a digit', 'No-digit-x', passwordMessages.incomplete],
    ['[RESET-09, SIGNUP-39/2] without a special character', 'NoSpecial1', passwordMessages.incomplete],
    ['[SIGNUP-40/1] with a letter for a special character', 'QuietHarbour7é', passwordMessages.incomplete],
    ['of nothing', '', copy.passwordRequired],
    ['of 160 characters', 'Aa1!'.repeat(40), passwordMessages.tooLong],
  ])('refuses a password %s at its field, and the link still works', async (_what, password, message) => {
    const token = await mailedToken();
    expect(await reset(token, password)).toMatchObject({ status: 400, errors: { password: message } });
    expect((await logIn(guard.password)).code).toBe(200);
    expect((await reset(token)).code).toBe(200);
  });

  it.each([
    ['[RESET-05, RESET-18/1, SHARED-02] 8 characters', 'Harb-r-7'],
    ['[RESET-18/2] 21 characters', 'Quiet-Harbour-7-north'],
    ['[RESET-18/2] 100 characters', `Quiet-Harbour-7${'-north'.repeat(14)}!`],
    ['[SIGNUP-40/1] a special character that no list names', 'QuietHarbour7€'],
    ['[SIGNUP-40/1] an underscore', 'QuietHarbour7_'],
  ])('takes a password of %s, which then opens the account', async (_what, password) => {
    expect((await reset(await mailedToken(), password)).code).toBe(200);
    expect((await logIn(password)).code).toBe(200);
  });

  it('refuses a common password at its field, and the link still works', async () => {
    const token = await mailedToken();
    expect(await reset(token, 'Welcome-2027')).toMatchObject({ status: 400, errors: { password: passwordMessages.tooCommon } });
    expect((await reset(token)).code).toBe(200);
  });

  it('limits tries per address; successful ones do not count', async () => {
    const address = '198.51.100.9';
    const token = await mailedToken();
    for (let tries = 0; tries < 29; tries++) expect((await reset('made-up', NEW, address)).code).toBe(401);
    expect((await reset(token, NEW, address)).code).toBe(200);
    expect((await reset('made-up', NEW, address)).code).toBe(401);
    const reply = await reset('made-up', NEW, address);
    expect(reply).toMatchObject({ status: 429, message: copy.tooMany(900) });
    expect(reply.headers.get('retry-after')).toBe('900');
  });
});
