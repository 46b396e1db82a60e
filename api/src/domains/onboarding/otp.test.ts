import { toWire } from '@portal/contracts/_kernel/wire';
import { session } from '@portal/contracts/auth/auth.endpoints';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { updateGuard } from '@portal/contracts/guards/guards.registration.endpoints';
import { resendOtp, verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { otpMessages } from '@portal/contracts/onboarding/onboarding.otp';
import { sql } from 'kysely';
import { registrationOf } from '../../../test/registrations';
import { createVisitors, flags, type SignedUpGuard, type Visitors } from '../../../test/sign-ups';
import { basicHeader, startApi, type TestApi } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const START = '2027-03-10T15:00:00.000Z';
let api: TestApi;
let some: Visitors;

beforeAll(async () => {
  api = await startApi({ clock: START });
  some = await createVisitors(api);
});
beforeEach(async () => {
  api.clock.set(START);
  await sql`delete from rate_limits`.execute(db());
});
afterAll(() => api.stop());

const codeIn = async (to: string) => /\d{4}/.exec((await some.mail(to))[0]?.body ?? '')?.[0] ?? '';
const boxes = { isIndividualDocument: true, isSubmitAllDocument: true, isPromotional: false };
const enter = ({ id, headers }: SignedUpGuard, otp: string) => api.call(verifyOtp, { id, otp, ...boxes }, { headers });
const wrong = (...codes: string[]) => ['0000', '1111', '2222'].find((one) => !codes.includes(one)) ?? '';

describe('the code', () => {
  it('[API-AUTH-23, OTP-09, OTP-21/2] is sent to e-mail and mobile when the third text is agreed to, and is stored as a hash', async () => {
    const one = await some.atCode();
    const [byMail, bySms] = [await some.mail(one.given.email), await some.mail(one.given.mobileNumber)];
    expect([byMail.length, bySms.length]).toEqual([1, 1]);
    expect([byMail, bySms].map(([message]) => message?.body)).toEqual([expect.stringMatching(/^\d{4} /), expect.stringMatching(/^\d{4} /)]);
    const { rows } = await sql<Record<string, string>>`select code_hash, sms_code_hash from otp_codes where guard_id = ${one.id}`.execute(
      db(),
    );
    expect(Object.values(rows[0] ?? {})).toEqual([expect.stringMatching(/^\$argon2id\$/), expect.stringMatching(/^\$argon2id\$/)]);
  });

  it.each([
    ['e-mail', (one: SignedUpGuard) => one.given.email, [true, false]],
    ['mobile number', (one: SignedUpGuard) => one.given.mobileNumber, [false, true]],
  ])('that was read by %s proves this and nothing else', async (_channel, address, proven) => {
    const one = await some.atCode();
    const before = [await some.column(one.id, 'is_email_proven'), await some.column(one.id, 'is_mobile_proven')];
    expect(before).toEqual([false, false]);
    expect((await enter(one, await codeIn(address(one)))).code).toBe(200);
    expect([await some.column(one.id, 'is_email_proven'), await some.column(one.id, 'is_mobile_proven')]).toEqual(proven);
  });

  it("keeps the sign-up's push token for the session that it opens in the same browser", async () => {
    const one = await some.signUp({ deviceToken: 'push-token' });
    for (const flag of flags) await some.agreeTo(one, flag);
    expect((await enter(one, await codeIn(one.given.email))).code).toBe(200);
    const { rows } = await sql`select device_token from sessions where guard_id = ${one.id}`.execute(db());
    expect(rows).toEqual([{ device_token: 'push-token' }]);
  });

  it('is never the same by e-mail and by SMS, and both become invalid once one is used', async () => {
    const one = await some.atCode();
    const [byMail, bySms] = [await codeIn(one.given.email), await codeIn(one.given.mobileNumber)];
    expect(byMail).not.toBe(bySms);
    expect((await enter(one, bySms)).code).toBe(200);
    const { rows } = await sql`select from otp_codes where guard_id = ${one.id}`.execute(db());
    expect(rows).toEqual([]);
  });

  it('[API-AUTH-24, API-AUTH-25, API-AUTH-26] verified with the three boxes it opens the session', async () => {
    const one = await some.atCode();
    const [byMail, bySms] = [await codeIn(one.given.email), await codeIn(one.given.mobileNumber)];
    expect((await enter(one, wrong(byMail, bySms))).code).toBe(400);
    expect(await some.column(one.id, 'is_verify_otp')).toBe(false);
    const reply = await enter(one, byMail);
    expect(await some.column(one.id, 'is_verify_otp')).toBe(true);
    expect(reply).toMatchObject({ code: 200, message: otpMessages.verified, data: { guard: { id: one.id, isVerifyOtp: true } } });
    expect((await api.call(session, {}, { token: reply.data.tokens.refresh.token })).code).toBe(200);
    expect([await some.column(one.id, 'is_submit_all_document'), await some.column(one.id, 'is_promotional')]).toEqual([true, false]);
    expect(reply.headers.get('set-cookie')).toContain('registration=; Path=/v1; Max-Age=0');
    expect((await enter(one, '1234')).code).toBe(401);
  });

  it('[API-AUTH-24] takes otp, three boxes and the id: an invalid field is refused at that field, and each box is stored', async () => {
    const one = await some.atCode();
    const given = { ...boxes, isPromotional: true, id: one.id, otp: await codeIn(one.given.email) };
    const refused = { id: 'me', otp: 'abcd', isIndividualDocument: false, isSubmitAllDocument: false, isPromotional: 'perhaps' };
    for (const [key, value] of Object.entries(refused)) {
      const { code, errors } = await api.call(verifyOtp, { ...given, [key]: value } as never, one);
      expect([code, Object.keys(errors ?? {})]).toEqual([400, [key]]);
    }
    expect((await api.call(verifyOtp, given, one)).code).toBe(200);
    const kept = ['is_individual_document', 'is_submit_all_document', 'is_promotional'].map((name) => some.column(one.id, name));
    expect(await Promise.all(kept)).toEqual([true, true, true]);
  });

  it.each(['abcd', '123', '12345', '123!'])(
    '[OTP-09, OTP-21/1] is 4 letters or digits with a digit: %s is refused for its format',
    async (otp) => {
      const one = await some.atCode();
      expect(await enter(one, otp)).toMatchObject({ code: 400, errors: { otp: 'Please enter valid otp' } });
    },
  );

  it('[OTP-21/1] with letters is a code and counts as a try, another format does not', async () => {
    const [patient, hasty] = [await some.atCode(), await some.atCode()];
    for (let tries = 0; tries < 5; tries++) {
      expect((await enter(patient, '12345')).code).toBe(400);
      expect((await enter(hasty, 'a1bc')).code).toBe(400);
    }
    expect((await enter(patient, await codeIn(patient.given.email))).code).toBe(200);
    expect((await enter(hasty, await codeIn(hasty.given.email))).code).toBe(410);
  });

  it('[SESSION-24/3] gives access to registration and review, which the sign-up alone does not', async () => {
    const one = await some.atCode();
    const given = await registrationOf(one.id, { email: one.given.email, mobileNumber: one.given.mobileNumber });
    const asked = async (options: object) => [
      (await api.call(profile, { id: one.id }, options)).status,
      (await api.call(updateGuard, given, options)).status,
    ];
    expect(one.headers.cookie).toMatch(/^registration=./);
    expect([await asked({}), await asked({ headers: one.headers })]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    const { data } = await enter(one, await codeIn(one.given.email));
    expect(await asked({ token: data.tokens.refresh.token })).toEqual([200, 200]);
  });

  it('[AUTHZ-14] carries the fixed basic credential', async () => {
    const one = await some.atCode();
    const ask = (method: string, authorization?: string) =>
      api.request(`/v1/guard/otp/${one.id}`, { method, headers: { ...one.headers, ...(authorization && { authorization }) } });
    expect([(await ask('GET')).status, (await ask('PATCH')).status]).toEqual([401, 401]);
    expect([(await ask('GET', 'Basic d3Jvbmc6d3Jvbmc=')).status, (await ask('PATCH', 'Basic d3Jvbmc6d3Jvbmc=')).status]).toEqual([
      401, 401,
    ]);
    // With it the first call is too early, and the second has no code.
    expect([(await ask('GET', basicHeader)).status, (await ask('PATCH', basicHeader)).status]).toEqual([429, 400]);
  });

  it('[API-AUTH-23] sent again goes to the given e-mail and mobile number, a different one to each', async () => {
    const one = await some.atCode();
    const inboxes = async () => [await some.mail(one.given.email), await some.mail(one.given.mobileNumber)];
    const before = await inboxes();
    api.clock.advance({ seconds: 31 });
    expect((await api.call(resendOtp, { id: one.id }, one)).code).toBe(200);
    const after = await inboxes();
    expect(before.concat(after).map((messages) => messages.length)).toEqual([1, 1, 2, 2]);
    const [byMail, bySms] = [await codeIn(one.given.email), await codeIn(one.given.mobileNumber)];
    expect([byMail, bySms]).toEqual([expect.stringMatching(/^\d{4}$/), expect.stringMatching(/^\d{4}$/)]);
    expect((await enter(one, bySms)).code).toBe(200);
    expect(await some.column(one.id, 'is_mobile_proven')).toBe(true);
  });

  it('[API-AUTH-21, API-AUTH-22, API-AUTH-23, API-AUTH-29/1] is sent again for the id in the path, after a wait; the previous one is invalid', async () => {
    const one = await some.atCode();
    expect(toWire(resendOtp, { id: one.id })).toEqual({ url: `/v1/guard/otp/${one.id}`, body: undefined });
    const first = await codeIn(one.given.email);
    const again = () => api.call(resendOtp, { id: one.id }, one);
    const early = await again();
    expect([early.code, early.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await api.call(resendOtp, { id: (await some.atCode()).id }, one)).code).toBe(401);
    let second = first;
    while (second === first) {
      api.clock.advance({ seconds: 31 });
      expect(await again()).toMatchObject({ code: 200, message: otpMessages.resent });
      second = await codeIn(one.given.email);
    }
    expect((await enter(one, first)).code).toBe(400);
    expect((await enter(one, second)).code).toBe(200);
  });

  it('is sent again once for several concurrent requests', async () => {
    const one = await some.atCode();
    api.clock.advance({ seconds: 31 });
    const before = (await some.mail(one.given.email)).length;
    const replies = await Promise.all(Array.from({ length: 4 }, () => api.call(resendOtp, { id: one.id }, one)));
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 429, 429, 429]);
    expect(await some.mail(one.given.email)).toHaveLength(before + 1);
    expect((await enter(one, await codeIn(one.given.email))).code).toBe(200);
  });

  it('allows five tries, concurrent ones included', async () => {
    const one = await some.atCode();
    const code = await codeIn(one.given.email);
    const neither = wrong(code, await codeIn(one.given.mobileNumber));
    const replies = await Promise.all(Array.from({ length: 8 }, () => enter(one, neither)));
    expect(replies.filter(({ code: status }) => status === 400)).toHaveLength(5);
    expect(await enter(one, code)).toMatchObject({ code: 410, message: otpMessages.invalid, userMessage: otpMessages.spent });
  });

  it('expires after ten minutes', async () => {
    const one = await some.atCode();
    api.clock.advance({ minutes: 10 });
    expect((await enter(one, await codeIn(one.given.email))).code).toBe(410);
  });

  it('opens one session for two concurrent correct tries', async () => {
    const one = await some.atCode();
    const code = await codeIn(one.given.email);
    const replies = await Promise.all([enter(one, code), enter(one, code)]);
    expect(replies.filter(({ code: status }) => status === 200)).toHaveLength(1);
  });

  it('is limited to ten a day', async () => {
    const one = await some.atCode();
    const asked = [];
    for (let times = 0; times < 10; times++) {
      api.clock.advance({ seconds: 31 });
      asked.push((await api.call(resendOtp, { id: one.id }, one)).code);
    }
    expect(asked).toEqual([...Array(9).fill(200), 429]);
  });

  it('is sent at a login at this step, when none is valid', async () => {
    const one = await some.atCode();
    await some.logIn(one);
    expect(await some.mail(one.given.email)).toHaveLength(1);
    api.clock.advance({ minutes: 11 });
    expect((await some.logIn(one)).code).toBe(200);
    expect(await some.mail(one.given.email)).toHaveLength(2);
  });

  it('requires the two boxes, and the agreements before it', async () => {
    const one = await some.signUp();
    expect((await enter(one, '1234')).code).toBe(409);
    expect((await api.call(resendOtp, { id: one.id }, one)).code).toBe(409);
    const later = await some.atCode();
    const reply = await api.call(verifyOtp, { id: later.id, otp: '1234', ...boxes, isIndividualDocument: false }, later);
    expect(reply).toMatchObject({ code: 400, errors: { isIndividualDocument: otpMessages.tick } });
  });
});
