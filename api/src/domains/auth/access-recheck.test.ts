import { disconnectSocial } from '@portal/contracts/auth/auth.connections';
import { forgotPassword, login, resetPassword, session, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { makeFeed } from '@portal/contracts/calendar/calendar.endpoints';
import { changeEmail, confirmContact } from '@portal/contracts/guards/guards.contacts.endpoints';
import { verifyOtp } from '@portal/contracts/onboarding/onboarding.endpoints';
import { sql } from 'kysely';
import { interleaveAt } from '../../../test/block-writes';
import { startProvider, type TestProvider } from '../../../test/provider';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';

const NEW = 'Quiet-Harbour-7';
const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
let provider: TestProvider;
let api: TestApi;
let some: Visitors;
let guard: TestGuard;

beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z', env: { identity: provider.identity } });
  some = await createVisitors(api);
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db());
  guard = await api.guard();
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

const as = () => ({ token: guard.token });
const fresh = () => `fresh.${guard.id}@example.com`;
const logIn = (password = guard.password) => api.call(login, { email: guard.email, password, ...device });
const signIn = (headers: Record<string, string> = {}, password?: string) =>
  api.call(
    socialLogin,
    {
      email: guard.email,
      socialId: guard.id,
      socialType: socialTypes.google,
      idToken: provider.token(api.clock, { provider: 'google', subject: guard.id, email: guard.email }),
      ...device,
      ...(password && { password }),
    },
    { headers },
  );

/** The owner of the mailbox chooses a new password while another person runs `act`. */
async function whileReset<T>(act: () => Promise<T>): Promise<T> {
  await api.call(forgotPassword, { email: guard.email });
  const token = /token=([\w-]+)/.exec((await some.mail(guard.email))[0]?.body ?? '')?.[1] ?? '';
  const [reset, done] = await interleaveAt('outgoing_messages', () => api.call(resetPassword, { token, password: NEW }), act);
  expect(reset.code).toBe(200);
  return done;
}

/** Everything that gives access to the account except the new password. */
async function waysIn() {
  const { rows } = await sql<{ email: string }>`select email, social_gmail_id as identity,
      (select count(*)::int from sessions where guard_id = g.id and ended_at is null) as sessions,
      (select count(*)::int from calendar_feeds where guard_id = g.id) as feeds,
      (select count(*)::int from contact_changes where guard_id = g.id) as contacts
    from guards g where id = ${guard.id}`.execute(db());
  return rows[0];
}
const shut = () => ({ email: guard.email, identity: null, sessions: 0, feeds: 0, contacts: 0 });

describe('the takeover of an account by the owner of its mailbox gives no access to a concurrent call:', () => {
  it.each<[string, () => Promise<{ code: number }>]>([
    ['a login with the previous password', () => logIn()],
    ['a provider that is being connected', () => signIn({ 'x-guard-token': guard.token }, guard.password)],
    ['a calendar’s address', () => api.call(makeFeed, {}, as())],
    ['a new contact that needs a code', () => api.call(changeEmail, { email: fresh(), password: guard.password }, as())],
  ])('%s', async (_what, act) => {
    await sql`update guards set is_email_proven = false where id = ${guard.id}`.execute(db());
    expect((await whileReset(act)).code).toBe(401);
    expect(await waysIn()).toEqual(shut());
    expect((await logIn(NEW)).code).toBe(200);
  });

  it('a new e-mail address whose code is entered at that time', async () => {
    await api.call(changeEmail, { email: fresh(), password: guard.password }, as());
    const code = /^\d{6}/.exec((await some.mail(fresh()))[0]?.body ?? '')?.[0] ?? '';
    api.clock.advance({ seconds: 1 });
    expect((await whileReset(() => api.call(confirmContact, { kind: 'email', code }, as()))).code).toBe(401);
    expect(await waysIn()).toMatchObject({ email: guard.email, sessions: 0 });
  });

  it('the code that was sent to the phone of the person who registered the address', async () => {
    const squatter = await some.atCode();
    const otp = /\d{4}/.exec((await some.mail(squatter.given.mobileNumber))[0]?.body ?? '')?.[0] ?? '';
    guard = { ...guard, id: squatter.id, email: squatter.given.email };
    api.clock.advance({ seconds: 1 });
    const boxes = { isSubmitAllDocument: true, isIndividualDocument: true, isPromotional: false };
    const { headers } = squatter;
    expect((await whileReset(() => api.call(verifyOtp, { id: squatter.id, otp, ...boxes }, { headers }))).code).toBe(401);
    expect(await waysIn()).toMatchObject({ sessions: 0 });
  });
});

it('a provider that is being disconnected logs no one in', async () => {
  expect((await signIn()).code).toBe(200);
  const drop = () => api.call(disconnectSocial, { socialType: socialTypes.google }, as());
  const [dropped, signedIn] = await interleaveAt('outgoing_messages', drop, () => signIn());
  expect([dropped.code, signedIn.code]).toEqual([200, 401]);
});

it('a correct password is not marked as known when it was replaced in the meantime', async () => {
  guard = await api.guard({ step: 'otp' });
  await sql`update guards set has_password = false where id = ${guard.id}`.execute(db());
  const [signedIn, loggedIn] = await interleaveAt(
    'registrations',
    () => signIn(),
    () => logIn(),
  );
  expect([signedIn.code, loggedIn.code]).toEqual([200, 401]);
  expect((await api.call(session, {}, { token: signedIn.data.tokens.refresh.token })).code).toBe(200);
  const { rows } = await sql`select has_password from guards where id = ${guard.id}`.execute(db());
  expect(rows).toEqual([{ has_password: false }]);
});
