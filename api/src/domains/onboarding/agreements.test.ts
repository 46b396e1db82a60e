import crypto from 'node:crypto';
import { toWire } from '@portal/contracts/_kernel/wire';
import { agreementMessages } from '@portal/contracts/onboarding/onboarding.agreements';
import { agree } from '@portal/contracts/onboarding/onboarding.endpoints';
import { sql } from 'kysely';
import { createVisitors, flags, type Visitors } from '../../../test/sign-ups';
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

describe('agreeing', () => {
  it.each([
    ['AGREE-04', 'isPrivacyAgreement', 'privacy'],
    ['AGREE-07', 'isTermsOfUse', 'terms'],
    ['AGREE-10', 'isIndependentContractor', 'guardAgreement'],
  ] as const)('[%s, API-AUTH-16, API-AUTH-17, API-AUTH-27] %s: one flag, data.id, and the flag is set', async (_id, flag, type) => {
    const one = await some.signUp();
    for (const earlier of flags.slice(0, flags.indexOf(flag))) await some.agreeTo(one, earlier);
    expect(await some.agreeTo(one, flag)).toMatchObject({ code: 200, data: { id: one.id } });
    const { data } = await some.logIn(one);
    expect(flags.map((one) => data.guard[one])).toEqual(flags.map((_one, at) => at <= flags.indexOf(flag)));
    const { rows } = await sql<{ type: string; agreed_at: string; length: number }>`select type, agreed_at, length(a.version) as length
      from agreements a join agreement_texts using (version) where guard_id = ${one.id} and flag = ${flag}`.execute(db());
    expect(rows).toEqual([{ type, agreed_at: START, length: 64 }]);
  });

  it('[AGREE-11, API-AUTH-16, API-AUTH-18] the id is in the path and the payload is one flag: none, two or false are refused', async () => {
    const one = await some.signUp();
    for (const payload of [{}, { isPrivacyAgreement: true, isTermsOfUse: true }, { isPrivacyAgreement: false }])
      expect((await api.call(agree, { id: one.id, ...payload }, one)).code).toBe(400);
    expect(agree.path).toBe('/guard/auth/guardAgreement/:id');
    expect((await api.call(agree, { id: one.id, isPrivacyAgreement: true }, one)).code).toBe(200);
  });

  it('[API-AUTH-28/1, AUTHZ-13] is POST /guard/auth/guardAgreement/{id} with the flag as payload, and carries the fixed basic credential', async () => {
    const one = await some.signUp();
    const post = (authorization?: string) =>
      api.request(`/v1/guard/auth/guardAgreement/${one.id}`, {
        method: 'POST',
        body: '{"isPrivacyAgreement":true}',
        headers: { 'content-type': 'application/json', ...one.headers, ...(authorization && { authorization }) },
      });
    for (const wrong of [undefined, 'Basic d3Jvbmc6d3Jvbmc=', `Bearer ${(await api.guard()).token}`])
      expect((await post(wrong)).status).toBe(401);
    expect(await some.column(one.id, 'is_privacy_agreement')).toBe(false);
    expect((await post(basicHeader)).status).toBe(200);
    expect(await some.column(one.id, 'is_privacy_agreement')).toBe(true);
    expect([agree.method, toWire(agree, { id: one.id, isPrivacyAgreement: true })]).toEqual([
      'POST',
      { url: `/v1/guard/auth/guardAgreement/${one.id}`, body: { isPrivacyAgreement: true } },
    ]);
  });

  it('[OTP-21/2] the following codes have four digits, also with leading zeros', async () => {
    const drawn = jest.spyOn(crypto, 'randomInt').mockImplementation((() => 7) as never);
    const { given } = await some.atCode();
    drawn.mockRestore();
    const bodies = [await some.mail(given.email), await some.mail(given.mobileNumber)].map(([message]) => message?.body);
    expect(bodies).toEqual([expect.stringMatching(/^0007 /), expect.stringMatching(/^0014 /)]);
  });

  it('requires the order, and begins with the licence', async () => {
    const one = await some.signUp();
    expect(await some.agreeTo(one, 'isTermsOfUse')).toMatchObject({
      code: 409,
      message: agreementMessages.earlierFirst,
      data: { nextStep: `/privacy/${one.id}` },
    });
    expect((await some.agreeTo(await some.signUp({ isLicense: false }), 'isPrivacyAgreement')).code).toBe(409);
  });

  it('is open to the browser that registered, and to the guard', async () => {
    const [one, other] = [await some.signUp(), await some.signUp()];
    const refused = { code: 401, message: agreementMessages.notThisBrowser };
    expect(await api.call(agree, { id: one.id, isPrivacyAgreement: true })).toMatchObject(refused);
    expect(await api.call(agree, { id: one.id, isPrivacyAgreement: true }, other)).toMatchObject(refused);
    const pending = await api.guard({ step: 'privacy' });
    const withToken = (token: string) =>
      api.call(agree, { id: pending.id, isPrivacyAgreement: true }, { headers: { 'x-guard-token': token } });
    expect(await withToken('made-up')).toMatchObject(refused);
    expect((await withToken(pending.token)).code).toBe(200);
    api.clock.advance({ days: 8 });
    expect((await some.agreeTo(one, 'isPrivacyAgreement')).code).toBe(401);
  });
});
