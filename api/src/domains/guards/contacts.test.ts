import type { Input } from '@portal/contracts/_kernel/endpoint';
import { login } from '@portal/contracts/auth/auth.endpoints';
import type { ContactKind } from '@portal/contracts/guards/guards.contacts';
import {
  cancelContactChange,
  changeEmail,
  changeMobile,
  confirmContact,
  contactChanges,
  resendContactCode,
} from '@portal/contracts/guards/guards.contacts.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { registrationMessages } from '@portal/contracts/guards/guards.registration';
import { sql } from 'kysely';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { type TestGuard, testApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const api = testApi();
let people: Visitors;
let guard: TestGuard;
let turn = 0;
let fresh: string;

beforeAll(async () => {
  people = await createVisitors(api);
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db());
  guard = await api.guard();
  turn += 1;
  fresh = `new.address.${turn}@example.com`;
});

const as = (one = guard) => ({ token: one.token });
const toEmail = (over: Partial<Input<typeof changeEmail>> = {}, one = guard) =>
  api.call(changeEmail, { email: fresh, password: one.password, ...over }, as(one));
const toMobile = (mobileNumber: string, one = guard) => api.call(changeMobile, { mobileNumber, password: one.password }, as(one));
const confirm = (code: string, kind: ContactKind = 'email', one = guard) => api.call(confirmContact, { kind, code }, as(one));
const resend = (kind: ContactKind = 'email') => api.call(resendContactCode, { kind }, as());
const waiting = async (one = guard) => (await api.call(contactChanges, {}, as(one))).data;
const now = async (one = guard) => (await api.call(profile, { id: one.id }, as(one))).data.guard;
const codeTo = async (to: string) => (await people.mail(to))[0]?.body.match(/^\d{6}/)?.[0] ?? '';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

it('another code is sent once for several concurrent requests', async () => {
  await toEmail();
  api.clock.advance({ minutes: 2 });
  const replies = await Promise.all(Array.from({ length: 4 }, () => resend()));
  expect(replies.map(({ code }) => code).sort()).toEqual([200, 429, 429, 429]);
  expect(await people.mail(fresh)).toHaveLength(2);
  expect((await confirm(await codeTo(fresh))).code).toBe(200);
});

describe('a new e-mail address', () => {
  it('is pending until its code is entered, and nothing is changed before', async () => {
    const reply = await toEmail({ email: fresh.toUpperCase() });
    expect(reply).toMatchObject({ code: 200, message: 'A code is on its way.', data: { kind: 'email', value: fresh, triesLeft: 5 } });
    expect(await waiting()).toEqual([reply.data]);
    expect((await now()).email).toBe(guard.email);
    expect((await people.mail(guard.email))[0]?.body ?? '').not.toMatch(/\d{6}/);
  });

  it("is the guard's once the code is entered: it logs in, the old one does not, and gets a notice", async () => {
    await toEmail();
    expect(await confirm(await codeTo(fresh))).toMatchObject({ code: 200, message: 'Your e-mail address is changed.' });
    expect(await waiting()).toEqual([]);
    const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
    const logIn = (email: string) => api.call(login, { email, password: guard.password, ...device });
    expect([(await logIn(fresh)).code, (await logIn(guard.email)).code]).toEqual([200, 401]);
    expect((await people.mail(guard.email))[0]).toMatchObject({ subject: 'Your e-mail address was changed' });
    const { rows } = await sql<{ proven: boolean }>`select is_email_proven as proven from guards where id = ${guard.id}`.execute(db());
    expect(rows).toEqual([{ proven: true }]);
  });

  it('requires the password, marks a wrong one at its field, and then sends nothing', async () => {
    expect(await toEmail({ password: 'Wrong-123' })).toMatchObject({ status: 400, errors: { password: expect.any(String) } });
    expect([await waiting(), await people.mail(fresh)]).toEqual([[], []]);
  });

  it("is refused when it is the guard's already, or another guard's, with the message of the registration", async () => {
    expect(await toEmail({ email: guard.email })).toMatchObject({ status: 400, errors: { email: 'This is already your e-mail address.' } });
    const other = await api.guard();
    expect(await toEmail({ email: other.email.toUpperCase() })).toMatchObject({
      status: 409,
      message: registrationMessages.emailTaken,
      errors: { email: registrationMessages.emailTaken },
    });
    expect(await waiting()).toEqual([]);
  });

  it('is set for one of two guards who prove it at the same moment', async () => {
    const other = await api.guard();
    await toEmail();
    await toEmail({}, other);
    const codes = (await people.mail(fresh)).map(({ body }) => body.slice(0, 6));
    const [mine, theirs] = await Promise.all(
      [guard, other].map(async (one) => {
        const replies = [];
        for (const code of codes) replies.push(await confirm(code, 'email', one));
        return replies;
      }),
    );
    const all = [...(mine ?? []), ...(theirs ?? [])].map(({ code }) => code);
    expect(all.filter((code) => code === 200)).toHaveLength(1);
    expect(all).toContain(409);
    expect([(await now()).email, (await now(other)).email].filter((email) => email === fresh)).toHaveLength(1);
  });

  it('counts the addresses that are tried', async () => {
    const other = await api.guard();
    const replies = [];
    for (let index = 0; index < 21; index++) replies.push((await toEmail({ email: other.email })).code);
    expect(new Set(replies.slice(0, 20))).toEqual(new Set([409]));
    expect(replies[20]).toBe(429);
  });
});

describe('a new mobile number', () => {
  const number = () => `905555${String(turn).padStart(4, '0')}`;

  it('[SHARED-05] of 10 digits gets the code by SMS; once it is entered the old number gets a notice by SMS', async () => {
    const before = (await now()).mobileNumber;
    expect(await toMobile(`+1 (${number().slice(0, 3)}) ${number().slice(3)}`)).toMatchObject({
      data: { kind: 'mobile', value: number() },
    });
    const [sms] = await people.mail(number());
    expect(sms).toMatchObject({ channel: 'sms' });
    expect(await confirm(sms?.body.slice(0, 6) ?? '', 'mobile')).toMatchObject({ code: 200, message: 'Your mobile number is changed.' });
    expect((await now()).mobileNumber).toBe(number());
    const told = (await people.mail(before)).find(({ body }) => body.includes('sends its text messages to another number'));
    expect(told).toMatchObject({ channel: 'sms' });
  });

  it.each(['416555012', '41655501234'])(
    '[SHARED-05] with other than 10 digits, %s, is refused at its field, and nothing is pending',
    async (digits) => {
      expect(await toMobile(digits)).toMatchObject({ code: 400, errors: { mobileNumber: 'Please enter valid Phone Number' } });
      expect(await waiting()).toEqual([]);
    },
  );

  it('can be pending together with a new e-mail address', async () => {
    await toEmail();
    await toMobile(number());
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['email', 'mobile']);
    expect(await confirm(await codeTo(number()), 'email')).toMatchObject({ status: 400 });
  });

  it('is refused when a registered guard has it', async () => {
    const one = await people.signUp();
    expect(await toMobile(one.given.mobileNumber)).toMatchObject({
      status: 409,
      errors: { mobileNumber: registrationMessages.mobileTaken },
    });
  });
});

describe('a code', () => {
  it('can be tried five times, concurrent tries included', async () => {
    await toEmail();
    const code = await codeTo(fresh);
    const tries = await Promise.all(Array.from({ length: 8 }, () => confirm(wrong(code))));
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 410)).toHaveLength(3);
    expect(await confirm(code)).toMatchObject({ status: 410, message: 'This code can no longer be used. Please request a new one.' });
    expect((await waiting())[0]).toMatchObject({ triesLeft: 0 });
    expect((await now()).email).toBe(guard.email);
  });

  it('counts a try under an idempotency key, too', async () => {
    await toEmail();
    const code = await codeTo(fresh);
    const keyed = (typed: string, key: string) =>
      api.call(confirmContact, { kind: 'email', code: typed }, { token: guard.token, headers: { 'idempotency-key': key } });
    expect(await keyed(wrong(code), 'wrong-code-1')).toMatchObject({ status: 400, errors: { code: expect.any(String) } });
    expect((await waiting())[0]).toMatchObject({ triesLeft: 4 });
    expect([(await keyed(code, 'right-code-1')).code, (await keyed(code, 'right-code-1')).code]).toEqual([200, 200]);
  });

  it('is valid for ten minutes', async () => {
    await toEmail();
    api.clock.advance({ minutes: 10 });
    expect(await confirm(await codeTo(fresh))).toMatchObject({ status: 410 });
  });

  it('is sent again after half a minute, and then only the new code is valid', async () => {
    await toEmail();
    const first = await codeTo(fresh);
    const early = await resend();
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '30']);
    api.clock.advance({ seconds: 30 });
    expect(await resend()).toMatchObject({ code: 200, data: { value: fresh, triesLeft: 5 } });
    const codes = (await people.mail(fresh)).map(({ body }) => body.slice(0, 6)).filter((code) => code !== first);
    if (codes[0]) expect((await confirm(first)).status).toBe(400);
    expect((await confirm(codes[0] ?? first)).code).toBe(200);
  });

  it('is sent ten times a day at most', async () => {
    for (let index = 0; index < 10; index++) expect((await toEmail({ email: `many.${index}.${fresh}` })).code).toBe(200);
    expect((await toEmail()).status).toBe(429);
  });

  it.each(['12345', 'abcdef', ''])('is refused before it is tried when it is %j', async (code) => {
    await toEmail();
    expect(await confirm(code)).toMatchObject({ status: 400, errors: { code: expect.any(String) } });
    expect((await waiting())[0]).toMatchObject({ triesLeft: 5 });
  });
});

it('a pending change can be cancelled, also repeatedly, and its code opens nothing', async () => {
  await toEmail();
  const code = await codeTo(fresh);
  const giveUp = () => api.call(cancelContactChange, { kind: 'email' }, as());
  expect([await giveUp(), await giveUp()]).toMatchObject([{ code: 200 }, { code: 200 }]);
  expect(await waiting()).toEqual([]);
  expect((await confirm(code)).status).toBe(410);
  expect((await resend()).status).toBe(404);
});

it('a pending change cannot be read, confirmed or cancelled by another guard', async () => {
  await toEmail();
  const other = await api.guard();
  expect(await waiting(other)).toEqual([]);
  expect((await confirm(await codeTo(fresh), 'email', other)).status).toBe(410);
  await api.call(cancelContactChange, { kind: 'email' }, as(other));
  expect(await waiting()).toHaveLength(1);
});

it('is deleted a day after its last code', async () => {
  await toEmail();
  api.clock.advance({ days: 1 });
  expect(await waiting()).toEqual([]);
  expect((await resend()).status).toBe(404);
});

it('stores neither the password nor the code in plain text', async () => {
  await api.call(
    changeEmail,
    { email: fresh, password: guard.password },
    { token: guard.token, headers: { 'idempotency-key': 'change-email-1' } },
  );
  const { rows } = await sql<{ all: string; hash: string }>`select c.code_hash as hash, json_agg(i)::text || json_agg(c)::text as all
    from contact_changes c join idempotency_keys i using (guard_id) where guard_id = ${guard.id} group by c.code_hash`.execute(db());
  expect(rows[0]?.all).toContain(fresh);
  expect(rows[0]?.all).not.toContain(guard.password);
  expect(rows[0]?.hash).toMatch(/^\$argon2id\$/);
});
