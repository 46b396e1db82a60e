import { generateKeyPairSync } from 'node:crypto';
import { copy } from '@portal/contracts/_kernel/copy';
import { login, session, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { authMessages, socialTypes } from '@portal/contracts/auth/auth.rules';
import { profile } from '@portal/contracts/guards/guards.endpoints';
import { verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { nextStep } from '@portal/contracts/onboarding/onboarding.rules';
import { sql } from 'kysely';
import { type ClaimedIdentity, startProvider, type TestProvider, type TokenForgery } from '../../../test/provider';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const START = '2027-03-10T15:00:00.000Z';
let provider: TestProvider;
let api: TestApi;
let guard: TestGuard;
let subject: string;
let some: Visitors;
let people = 0;

beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ clock: START, env: { identity: provider.identity } });
  some = await createVisitors(api);
});
beforeEach(async () => {
  provider.fails(false);
  await sql`delete from rate_limits`.execute(db());
  guard = await api.guard();
  subject = `person-${people++}`;
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
const as = (claimed: Partial<ClaimedIdentity> = {}): ClaimedIdentity => ({ provider: 'google', subject, email: guard.email, ...claimed });

/** Signs in with an identity; `body` is what a client sends in addition to the token or against it. */
function signIn(
  who: ClaimedIdentity,
  { body = {}, forged = {}, address }: { body?: object; forged?: TokenForgery; address?: string } = {},
) {
  const input = {
    email: who.email,
    socialId: who.subject,
    socialType: socialTypes[who.provider],
    idToken: provider.token(api.clock, who, forged),
    ...device,
    ...body,
  };
  return api.call(socialLogin, input, address ? { headers: { 'x-forwarded-for': address } } : {});
}
const connected = async () => (await api.call(profile, { id: guard.id }, { token: guard.token })).data.guard;

describe('a provider sign-in', () => {
  it('[API-AUTH-04] is POST /guard/auth/social-login and takes the stated fields', async () => {
    expect(socialLogin).toMatchObject({ method: 'POST', path: '/guard/auth/social-login', auth: 'basic' });
    const stated = { ...device, deviceToken: 'push-token', email: guard.email, socialId: subject, socialType: 2 };
    const body = { ...stated, idToken: provider.token(api.clock, as()) };
    expect((await api.call(socialLogin, body)).status).toBe(200);
    const { rows } = await sql`select from sessions where guard_id = ${guard.id} and device_token = 'push-token'`.execute(db());
    expect(rows).toHaveLength(1);
    const wrong = { deviceToken: 'x'.repeat(4097), deviceId: 'x'.repeat(65), deviceType: 'web', socialId: '', socialType: 3 };
    for (const [key, value] of Object.entries(wrong)) {
      const { code, errors } = await api.call(socialLogin, { ...body, [key]: value } as never);
      expect([code, Object.keys(errors ?? {})]).toEqual([400, [key]]);
    }
    expect((await api.call(socialLogin, { ...body, email: 'somebody.else@example.com' })).code).toBe(401);
    expect(Object.keys(stated).sort()).toEqual([...Object.keys(wrong), 'email'].sort());
  });

  it('[API-AUTH-06] replies the same fields as login, and a token that works', async () => {
    const [social, password] = [await signIn(as()), await api.call(login, { ...device, email: guard.email, password: guard.password })];
    expect(social).toMatchObject({ status: 200, code: 200, message: password.message });
    expect(Object.keys(social.data)).toEqual(Object.keys(password.data));
    expect(social.data.guard).toEqual(password.data.guard);
    const { token } = social.data.tokens.refresh;
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await api.call(session, {}, { token })).data.guard.id).toBe(guard.id);
  });

  it('[LOGIN-19, LOGIN-23] leads a guard in the middle of the onboarding to the same next step as the password', async () => {
    const begun = await api.guard({ step: 'registration' });
    const social = await signIn(as({ email: begun.email }));
    const password = await api.call(login, { ...device, email: begun.email, password: begun.password });
    expect(nextStep(social.data.guard)).toMatchObject({ step: 'registration', to: nextStep(password.data.guard).to });
  });

  it.each([
    ['CODE-14', 'facebook', 1, 'socialFacebookId'],
    ['CODE-15', 'google', 2, 'socialGmailId'],
  ] as const)(
    '[%s] connects the guard with the verified e-mail: %s is socialType %i, and under the other type it proves nothing',
    async (_id, name, socialType, field) => {
      const other = { socialType: 3 - socialType };
      expect(await signIn(as({ provider: name }), { body: other })).toMatchObject({ code: 401, message: authMessages.identityUnproven });
      expect(await connected()).toMatchObject({ socialFacebookId: null, socialGmailId: null });
      expect((await signIn(as({ provider: name }), { body: { socialType } })).data.guard[field]).toBe(subject);
      expect((await connected())[field]).toBe(subject);
    },
  );

  it('finds a connected guard by the provider id, also when the e-mail has changed', async () => {
    await signIn(as());
    const other = await api.guard();
    expect((await signIn(as({ email: other.email }))).data.guard.id).toBe(guard.id);
    expect((await signIn({ provider: 'google', subject })).data.guard.id).toBe(guard.id);
  });

  it('finds the e-mail in upper and lower case', async () => {
    expect((await signIn(as({ email: guard.email.toUpperCase() }))).data.guard.id).toBe(guard.id);
  });

  it('answers two concurrent first sign-ins', async () => {
    const replies = await Promise.all([signIn(as()), signIn(as())]);
    expect(replies.map(({ code, data }) => [code, data.guard.id])).toEqual([
      [200, guard.id],
      [200, guard.id],
    ]);
  });

  it('invalidates the password and sessions of an account that a stranger may have made under this e-mail', async () => {
    const squatter = await api.guard({ step: 'otp' });
    const { data } = await signIn(as({ email: squatter.email }));
    expect(data.guard.id).toBe(squatter.id);
    expect((await api.call(session, {}, squatter)).code).toBe(401);
    expect((await api.call(login, { ...device, email: squatter.email, password: squatter.password })).code).toBe(401);
    expect((await api.call(session, {}, { token: data.tokens.refresh.token })).code).toBe(200);
  });
});

it('removes another provider’s identity that a stranger left in the account', async () => {
  const squatter = await some.signUp();
  await sql`update guards set social_facebook_id = 'stranger' where id = ${squatter.id}`.execute(db());
  expect((await signIn(as({ email: squatter.given.email }))).data.guard).toMatchObject({ id: squatter.id, socialFacebookId: null });
});

it('ends a registration that a stranger began under this e-mail in another browser', async () => {
  const squatter = await some.signUp();
  expect((await signIn(as({ email: squatter.given.email }))).data.guard.id).toBe(squatter.id);
  expect((await some.agreeTo(squatter, 'isPrivacyAgreement')).code).toBe(401);
});

it.each([
  ["nobody when only the SMS was read: the address may be a stranger's", 'mobileNumber', 404],
  ['the guard who read the e-mail', 'email', 200],
] as const)('connects %s', async (_whom, read, code) => {
  const one = await some.atCode();
  const otp = /\d{4}/.exec((await some.mail(one.given[read]))[0]?.body ?? '')?.[0] ?? '';
  const boxes = { isIndividualDocument: true, isSubmitAllDocument: true, isPromotional: false };
  expect((await api.call(verifyOtp, { id: one.id, otp, ...boxes }, one)).code).toBe(200);
  expect((await signIn(as({ email: one.given.email }))).code).toBe(code);
  expect((await some.logIn(one)).code).toBe(200);
});

describe('a refused sign-in', () => {
  it('reports that no account has this e-mail', async () => {
    const message = 'There is no guard account for this e-mail. Please register first.';
    const reply = await signIn(as({ email: 'nobody@example.com' }));
    expect(reply).toMatchObject({ status: 404, code: 404, message, userMessage: message, data: null });
  });

  it.each([
    ['not verified', { isEmailVerified: false }],
    ['unknown', { email: undefined }],
  ])('connects no account by an e-mail that is %s', async (_what, claimed) => {
    const { email, ...rest } = { ...as(), ...claimed };
    const reply = await signIn({ ...rest, ...(email !== undefined && { email }) });
    expect(reply).toMatchObject({ status: 403, message: authMessages.emailUnverified('google') });
    expect((await connected()).socialGmailId).toBeNull();
  });

  it.each([
    ['e-mail', () => ({ email: guard.email })],
    ['social id', () => ({ socialId: 'somebody-else' })],
  ])('never trusts the %s of the body alone', async (_what, claim) => {
    const stranger = as({ email: 'stranger@example.com' });
    expect(await signIn(stranger, { body: claim() })).toMatchObject({ status: 401, message: authMessages.identityUnproven, data: null });
  });

  it('leaves a guard connected to the identity that they have', async () => {
    await signIn(as());
    expect(await signIn(as({ subject: `${subject}-new` }))).toMatchObject({ status: 409, message: authMessages.otherIdentity('google') });
    expect((await connected()).socialGmailId).toBe(subject);
  });

  it('names the missing fields', async () => {
    const reply = await signIn(as(), { body: { socialType: 3, socialId: '' } });
    expect(Object.keys(reply.errors ?? {}).sort()).toEqual(['socialId', 'socialType']);
  });

  it.each([{}, { idToken: '' }])(
    '[API-AUTH-04] answers 401 with words when the six stated keys come with %j and no proof',
    async (more) => {
      const stated = { ...device, email: guard.email, socialId: subject, socialType: 2, ...more };
      const message = authMessages.identityUnproven;
      expect(await api.call(socialLogin, stated)).toMatchObject({ status: 401, code: 401, message, userMessage: message, data: null });
      expect(await connected()).toMatchObject({ socialGmailId: null });
    },
  );

  it('counts failures per address together with failures of the password', async () => {
    const from = { address: '198.51.100.7' };
    const failures = Array.from({ length: 50 }, () => signIn(as(), { ...from, body: { idToken: 'made.up.token' } }));
    expect(new Set((await Promise.all(failures)).map(({ code }) => code))).toEqual(new Set([401]));
    expect(await signIn(as(), from)).toMatchObject({ status: 429, message: copy.tooMany(900) });
    expect((await signIn(as(), { address: '198.51.100.8' })).code).toBe(200);
  });
});

describe('the proof', () => {
  const seconds = Date.parse(START) / 1000;
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

  it.each<[string, TokenForgery]>([
    ['signed by another key', { key: stranger }],
    ['of no algorithm', { header: { alg: 'none' } }],
    ['of another algorithm', { header: { alg: 'HS256' } }],
    ['of an unknown key', { header: { kid: 'unknown' } }],
    ['of no key', { header: { kid: undefined } }],
    ['for another project', { claims: { aud: 'another-project' } }],
    ['of another issuer', { claims: { iss: 'https://securetoken.google.com/another-project' } }],
    ['without a subject', { claims: { sub: '' } }],
    ['that has expired', { claims: { exp: seconds } }],
    ['without an end', { claims: { exp: undefined } }],
    ['of the future', { claims: { iat: seconds + 120 } }],
    ['of a password', { claims: { firebase: { sign_in_provider: 'password', identities: { 'google.com': ['person'] } } } }],
    ['of the other provider', { claims: { firebase: { sign_in_provider: 'facebook.com', identities: { 'facebook.com': ['person'] } } } }],
  ])('is no token %s', async (_what, forged) => {
    api.clock.set(START);
    expect(await signIn(as(), { forged })).toMatchObject({ status: 401, code: 401, message: authMessages.identityUnproven });
  });

  it.each(['x', 'a.b.c', '....', `${'e30'}.${'e30'}.`])('is no token %j', async (idToken) => {
    expect((await signIn(as(), { body: { idToken } })).status).toBe(401);
  });

  it('follows the keys of the provider, and requests a new one at most once a minute', async () => {
    expect((await signIn(as())).code).toBe(200);
    const before = provider.asked();
    provider.rotate('second');
    api.clock.advance({ seconds: 61 });
    expect((await signIn(as())).code).toBe(200);
    await signIn(as(), { forged: { header: { kid: 'made-up' } } });
    await signIn(as(), { forged: { header: { kid: 'made-up too' } } });
    expect(provider.asked()).toBe(before + 1);
  });

  it('replies 503 with Retry-After when the keys cannot be read, and reads them again', async () => {
    api.clock.advance({ days: 1 });
    provider.fails(true);
    const reply = await signIn(as());
    expect(reply).toMatchObject({ status: 503, message: copy.somethingWrong });
    expect(reply.headers.get('retry-after')).toBe('5');
    provider.fails(false);
    expect((await signIn(as())).code).toBe(200);
  });
});
