import { copy } from '@portal/contracts/_kernel/copy';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { login, register, session } from '@portal/contracts/auth/auth.endpoints';
import { signupMessages } from '@portal/contracts/auth/auth.signup';
import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { agree, resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { readMailbox } from '@portal/contracts/rehearsal/rehearsal.endpoints';
import { sql } from 'kysely';
import { seedPages } from '../../../seed/pages';
import { db, openPool } from '../../platform/db';
import { basicHeader, startApi, type TestApi } from '../../testing/api';

const START = '2027-03-10T15:00:00.000Z';
let api: TestApi;
let count = 0;

beforeAll(async () => {
  api = await startApi({ clock: START });
  await seedPages(openPool());
});
beforeEach(async () => {
  api.clock.set(START);
  await sql`delete from rate_limits`.execute(db());
});
afterAll(() => api.stop());

type Wanted = Input<typeof register>;
const wanted = (over: Partial<Wanted> = {}): Wanted => {
  count += 1;
  return {
    firstName: 'Ada',
    middleName: 'May',
    lastName: 'Marsh',
    dob: '1990-05-17',
    mobileNumber: `647555${String(count).padStart(4, '0')}`,
    email: `sign.up.${count}@example.com`,
    password: 'Secret-123',
    isLicense: true,
    licenseNumber: '12345678',
    deviceToken: 'web',
    deviceId: 'web',
    deviceType: 3,
    ...over,
  };
};

/** Registers and keeps the cookie, as a browser does. */
async function signUp(over: Partial<Wanted> = {}) {
  const given = wanted(over);
  const reply = await api.call(register, given);
  const set = reply.headers.get('set-cookie') ?? '';
  return { id: reply.data?.guard.id ?? '', given, reply, set, headers: { cookie: set.split(';')[0] ?? '' } };
}
type SignedUp = Awaited<ReturnType<typeof signUp>>;

const flags = ['isPrivacyAgreement', 'isTermsOfUse', 'isIndependentContractor'] as const;
const agreeTo = ({ id, headers }: SignedUp, flag: (typeof flags)[number]) => api.call(agree, { id, [flag]: true }, { headers });
async function atCode(over?: Partial<Wanted>) {
  const one = await signUp(over);
  for (const flag of flags) expect((await agreeTo(one, flag)).code).toBe(200);
  return one;
}
const mail = async (to: string) => (await api.call(readMailbox, { to })).data;
const codeIn = async (to: string) => /\d{4}/.exec((await mail(to))[0]?.body ?? '')?.[0] ?? '';
const boxes = { isIndividualDocument: true, isSubmitAllDocument: true, isPromotional: false };
const enter = ({ id, headers }: SignedUp, otp: string) => api.call(verifyOtp, { id, otp, ...boxes }, { headers });
const wrong = (code: string) => (code === '0000' ? '1111' : '0000');
const column = async (id: string, name: string) =>
  (await sql<{ value: unknown }>`select ${sql.ref(name)} as value from guards where id = ${id}`.execute(db())).rows[0]?.value;

describe('registering', () => {
  it('[API-AUTH-14, API-AUTH-15] takes the stated fields and replies data.guard.id', async () => {
    const { reply, id, given } = await signUp();
    expect(reply).toMatchObject({ status: 200, data: { guard: { id: expect.stringMatching(/^[0-9a-f-]{36}$/) } } });
    expect(await column(id, 'email')).toBe(given.email);
    expect(await column(id, 'is_license')).toBe(true);
    expect(await column(id, 'license_number')).toBe('12345678');
    expect(await column(id, 'dob')).toBe('1990-05-17');
    const { data } = await api.call(login, { ...given, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
    expect(data.guard).toMatchObject({
      id,
      firstName: 'Ada',
      middleName: 'May',
      lastName: 'Marsh',
      mobileNumber: given.mobileNumber,
      status: 0,
    });
  });

  it('stores the password as argon2 only', async () => {
    const { id } = await signUp();
    expect(await column(id, 'password_hash')).toMatch(/^\$argon2id\$/);
  });

  it('binds the browser by a cookie that no page can read', async () => {
    const { set } = await signUp();
    expect(set).toMatch(/^registration=[\w-]{43}; Path=\/v1; Max-Age=604800; HttpOnly; SameSite=Lax$/);
  });

  it('[SIGNUP-19] judges the age on the civil date of Toronto', async () => {
    api.clock.set('2027-03-11T03:30:00.000Z');
    expect((await signUp({ dob: '2009-03-11' })).reply).toMatchObject({ code: 400, errors: { dob: signupMessages.dobInvalid } });
    expect((await signUp({ dob: '2009-03-10' })).reply.code).toBe(200);
  });

  it('[SIGNUP-41] refuses the licence flag without a number, and stores no number without the flag', async () => {
    const { reply } = await signUp({ licenseNumber: undefined as never });
    expect(reply).toMatchObject({ code: 400, errors: { licenseNumber: signupMessages.licenceRequired } });
    const { id } = await signUp({ isLicense: false, licenseNumber: '1234567' });
    expect([await column(id, 'is_license'), await column(id, 'license_number')]).toEqual([false, null]);
  });

  it('answers a known e-mail and a known mobile number by their field', async () => {
    const { given } = await signUp();
    const same = { email: given.email.toUpperCase() };
    expect((await signUp(same)).reply).toMatchObject({
      code: 409,
      message: signupMessages.emailKnown,
      errors: { email: signupMessages.emailKnown },
    });
    const phone = await signUp({ mobileNumber: `+1 (647) 555-${given.mobileNumber.slice(6)}` });
    expect(phone.reply).toMatchObject({ code: 409, errors: { mobileNumber: signupMessages.mobileKnown } });
    expect(phone.set).toBe('');
  });

  it('makes one guard of submits at the same moment', async () => {
    const given = wanted();
    const replies = await Promise.all(Array.from({ length: 6 }, () => api.call(register, given)));
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(replies.filter(({ code }) => code === 409)).toHaveLength(5);
    const phones = await Promise.all(['x', 'y', 'z'].map((name) => signUp({ mobileNumber: '6475559999', email: `${name}@example.com` })));
    expect(phones.filter(({ reply }) => reply.code === 200)).toHaveLength(1);
  });

  it('limits one address, with the wait in seconds', async () => {
    const from = (index: number) => ({ headers: { 'x-forwarded-for': `198.51.100.${index}` } });
    const given = wanted();
    for (let tries = 0; tries < 10; tries++) await api.call(register, given, from(tries));
    const reply = await api.call(register, given, from(99));
    expect(reply).toMatchObject({ code: 429, message: copy.tooMany(3600) });
    expect(reply.headers.get('retry-after')).toBe('3600');
  });
});

describe('agreeing', () => {
  it.each([
    ['isPrivacyAgreement', 'privacy'],
    ['isTermsOfUse', 'terms'],
    ['isIndependentContractor', 'guardAgreement'],
  ] as const)('[API-AUTH-16, API-AUTH-17, API-AUTH-27] %s: one flag, data.id, and the flag is set', async (flag, type) => {
    const one = await signUp();
    for (const earlier of flags.slice(0, flags.indexOf(flag))) await agreeTo(one, earlier);
    expect(await agreeTo(one, flag)).toMatchObject({ code: 200, data: { id: one.id } });
    const { data } = await api.call(login, { ...one.given, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
    expect(data.guard[flag]).toBe(true);
    const { rows } = await sql<{ type: string; agreed_at: string; length: number }>`select type, agreed_at, length(a.version) as length
      from agreements a join agreement_texts using (version) where guard_id = ${one.id} and flag = ${flag}`.execute(db());
    expect(rows).toEqual([{ type, agreed_at: START, length: 64 }]);
  });

  it('[API-AUTH-28, API-AUTH-18] the id is in the path and the payload is one flag: none, two or false are refused', async () => {
    const one = await signUp();
    for (const payload of [{}, { isPrivacyAgreement: true, isTermsOfUse: true }, { isPrivacyAgreement: false }])
      expect((await api.call(agree, { id: one.id, ...payload }, one)).code).toBe(400);
    expect(agree.path).toBe('/guard/auth/guardAgreement/:id');
  });

  it('[AUTHZ-13] carries the fixed basic credential', async () => {
    const one = await signUp();
    const post = (authorization?: string) =>
      api.request(`/v1/guard/auth/guardAgreement/${one.id}`, {
        method: 'POST',
        body: '{"isPrivacyAgreement":true}',
        headers: { 'content-type': 'application/json', ...one.headers, ...(authorization && { authorization }) },
      });
    expect((await post()).status).toBe(401);
    expect((await post(basicHeader)).status).toBe(200);
  });

  it('keeps the order, and begins with the licence', async () => {
    const one = await signUp();
    expect(await agreeTo(one, 'isTermsOfUse')).toMatchObject({
      code: 409,
      message: agreementMessages.earlierFirst,
      data: { nextStep: `/privacy/${one.id}` },
    });
    expect((await agreeTo(await signUp({ isLicense: false }), 'isPrivacyAgreement')).code).toBe(409);
  });

  it('belongs to the browser that registered, or to the guard', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const refused = { code: 401, message: agreementMessages.notThisBrowser };
    expect(await api.call(agree, { id: one.id, isPrivacyAgreement: true })).toMatchObject(refused);
    expect(await api.call(agree, { id: one.id, isPrivacyAgreement: true }, other)).toMatchObject(refused);
    const pending = await api.guard({ step: 'privacy' });
    const withToken = (token: string) =>
      api.call(agree, { id: pending.id, isPrivacyAgreement: true }, { headers: { 'x-guard-token': token } });
    expect(await withToken('made-up')).toMatchObject(refused);
    expect((await withToken(pending.token)).code).toBe(200);
    api.clock.advance({ days: 8 });
    expect((await agreeTo(one, 'isPrivacyAgreement')).code).toBe(401);
  });
});

describe('the code', () => {
  it('[API-AUTH-23] goes to e-mail and mobile when the third text is agreed to, and is stored as a hash', async () => {
    const one = await atCode();
    const [byMail, bySms] = [await mail(one.given.email), await mail(one.given.mobileNumber)];
    expect([byMail.length, bySms.length]).toEqual([1, 1]);
    expect(bySms[0]?.body).toBe(byMail[0]?.body);
    const { rows } = await sql<{ code_hash: string }>`select code_hash from otp_codes where guard_id = ${one.id}`.execute(db());
    expect(rows[0]?.code_hash).toMatch(/^\$argon2id\$/);
  });

  it('[API-AUTH-24, API-AUTH-25, API-AUTH-26] verified with the three boxes it opens the session', async () => {
    const one = await atCode();
    const reply = await enter(one, await codeIn(one.given.email));
    expect(reply).toMatchObject({ code: 200, message: otpMessages.verified, data: { guard: { id: one.id, isVerifyOtp: true } } });
    expect((await api.call(session, {}, { token: reply.data.tokens.refresh.token })).code).toBe(200);
    expect([await column(one.id, 'is_submit_all_document'), await column(one.id, 'is_promotional')]).toEqual([true, false]);
    expect(reply.headers.get('set-cookie')).toContain('registration=; Path=/v1; Max-Age=0');
    expect((await enter(one, '1234')).code).toBe(401);
  });

  it('[AUTHZ-14] carries the fixed basic credential', async () => {
    const one = await atCode();
    const ask = (method: string, authorization?: string) =>
      api.request(`/v1/guard/otp/${one.id}`, { method, headers: { ...one.headers, ...(authorization && { authorization }) } });
    expect([(await ask('GET')).status, (await ask('PATCH')).status]).toEqual([401, 401]);
    expect((await ask('GET', basicHeader)).status).toBe(429);
  });

  it('[API-AUTH-21, API-AUTH-22, API-AUTH-29] is sent again for the id in the path, after a wait; the one before counts no more', async () => {
    const one = await atCode();
    const first = await codeIn(one.given.email);
    const again = () => api.call(resendOtp, { id: one.id }, one);
    const early = await again();
    expect([early.code, early.headers.get('retry-after')]).toEqual([429, '30']);
    let second = first;
    while (second === first) {
      api.clock.advance({ seconds: 31 });
      expect(await again()).toMatchObject({ code: 200, message: otpMessages.resent });
      second = await codeIn(one.given.email);
    }
    expect((await enter(one, first)).code).toBe(400);
    expect((await enter(one, second)).code).toBe(200);
  });

  it('allows five tries, also at the same moment', async () => {
    const one = await atCode();
    const code = await codeIn(one.given.email);
    const replies = await Promise.all(Array.from({ length: 8 }, () => enter(one, wrong(code))));
    expect(replies.filter(({ code: status }) => status === 400)).toHaveLength(5);
    expect(await enter(one, code)).toMatchObject({ code: 410, message: otpMessages.invalid, userMessage: otpMessages.spent });
  });

  it('ends after ten minutes', async () => {
    const one = await atCode();
    api.clock.advance({ minutes: 10 });
    expect((await enter(one, await codeIn(one.given.email))).code).toBe(410);
  });

  it('opens one session for two right tries at once', async () => {
    const one = await atCode();
    const code = await codeIn(one.given.email);
    const replies = await Promise.all([enter(one, code), enter(one, code)]);
    expect(replies.filter(({ code: status }) => status === 200)).toHaveLength(1);
  });

  it('is bounded a day', async () => {
    const one = await atCode();
    const asked = [];
    for (let times = 0; times < 10; times++) {
      api.clock.advance({ seconds: 31 });
      asked.push((await api.call(resendOtp, { id: one.id }, one)).code);
    }
    expect(asked).toEqual([...Array(9).fill(200), 429]);
  });

  it('is sent at a login that lands here, when none is alive', async () => {
    const one = await atCode();
    const logIn = () => api.call(login, { ...one.given, deviceToken: 'web', deviceId: 'web', deviceType: 3 });
    await logIn();
    expect(await mail(one.given.email)).toHaveLength(1);
    api.clock.advance({ minutes: 11 });
    expect((await logIn()).code).toBe(200);
    expect(await mail(one.given.email)).toHaveLength(2);
  });

  it('needs the two boxes, and comes after the agreements', async () => {
    const one = await signUp();
    expect((await enter(one, '1234')).code).toBe(409);
    expect((await api.call(resendOtp, { id: one.id }, one)).code).toBe(409);
    const later = await atCode();
    const reply = await api.call(verifyOtp, { id: later.id, otp: '1234', ...boxes, isIndividualDocument: false }, later);
    expect(reply).toMatchObject({ code: 400, errors: { isIndividualDocument: otpMessages.terms } });
  });
});
