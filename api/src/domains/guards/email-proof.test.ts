import { login, register, session, socialLogin } from '@portal/contracts/auth/auth.endpoints';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { releasedMail } from '@portal/contracts/guards/guards.contacts';
import { confirmContact, emailProof, proveEmail } from '@portal/contracts/guards/guards.contacts.endpoints';
import { sql } from 'kysely';
import { startProvider, type TestProvider } from '../../../test/provider';
import { createVisitors, type Visitors } from '../../../test/sign-ups';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { db } from '../../platform/database/db';

let provider: TestProvider;
let api: TestApi;
let some: Visitors;
beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z', env: { identity: provider.identity } });
  some = await createVisitors(api);
});
beforeEach(() => sql`delete from rate_limits`.execute(db()));
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

const device = { deviceToken: 'web', deviceId: 'web', deviceType: 3 };
let numbers = 4375550000;
/** A guard who signed up so many days ago and has not proven the address. */
async function signedUp(days: number, options?: Parameters<TestApi['guard']>[0]): Promise<TestGuard> {
  const guard = await api.guard(options);
  const at = new Date(api.clock.now().getTime() - days * 86_400_000).toISOString();
  await sql`update guards set is_email_proven = false, registered_at = ${at}, mobile_number = ${String(numbers++)} where id = ${guard.id}`.execute(
    db(),
  );
  return guard;
}
const noticesOf = async ({ token }: TestGuard) =>
  (await api.call(session, {}, { token })).data.standing?.find(({ domain }) => domain === 'guards')?.notices;
const proofOf = async ({ token }: TestGuard) => (await api.call(emailProof, {}, { token })).data.isProven;
const codeAt = async (address: string) => /^\d{6}/.exec((await some.mail(address))[0]?.body ?? '')?.[0] ?? '';

describe('an approved guard with an unproven address', () => {
  it('sees a notice with the last day on every page, and another notice afterwards', async () => {
    const guard = await signedUp(4);
    expect(await noticesOf(guard)).toMatchObject([
      { tone: 'warning', text: 'Please confirm your e-mail address by 20/03/2027. Request a code in Settings.', to: '/setting#contact' },
    ]);
    expect(await noticesOf(await signedUp(15))).toMatchObject([
      { tone: 'error', text: expect.stringContaining('can take over this account') },
    ]);
  });

  it('proves it by a code that only its mailbox gets, and the notice disappears', async () => {
    const guard = await signedUp(4);
    const as = { token: guard.token };
    expect(await proofOf(guard)).toBe(false);
    expect(await api.call(proveEmail, {}, as)).toMatchObject({ code: 200, data: { kind: 'email', value: guard.email } });
    const code = await codeAt(guard.email);
    expect((await some.mail(guard.email))[0]?.body).toContain('to confirm this e-mail address');
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await api.call(confirmContact, { kind: 'email', code: wrong }, as)).code).toBe(400);
    expect(await proofOf(guard)).toBe(false);
    const mails = (await some.mail(guard.email)).length;
    expect(await api.call(confirmContact, { kind: 'email', code }, as)).toMatchObject({
      code: 200,
      message: 'Your e-mail address is confirmed.',
    });
    expect([await proofOf(guard), await noticesOf(guard), (await some.mail(guard.email)).length]).toEqual([true, [], mails]);
    expect((await api.call(proveEmail, {}, as)).code).toBe(409);
  });

  it('sees no notice when staff or an older release made the account', async () => {
    expect(await noticesOf(await api.guard())).toEqual([]);
  });
});

describe('the owner of the mailbox signs in by a provider', () => {
  const signIn = ({ email, id }: TestGuard) =>
    api.call(socialLogin, {
      ...device,
      email,
      socialId: `owner-${id}`,
      socialType: socialTypes.google,
      idToken: provider.token(api.clock, { provider: 'google', subject: `owner-${id}`, email }),
    });
  const logIn = ({ email, password }: TestGuard) => api.call(login, { email, password, ...device });

  it('is refused until the 14 days are over, and gets the account afterwards; the earlier credentials do not open it any more', async () => {
    const young = await signedUp(13);
    expect((await signIn(young)).code).toBe(404);
    expect((await logIn(young)).code).toBe(200);
    const old = await signedUp(15);
    expect((await signIn(old)).code).toBe(200);
    expect((await api.call(session, {}, { token: old.token })).code).toBe(401);
    expect((await logIn(old)).code).toBe(401);
    expect((await signIn(old)).code).toBe(200);
  });
});

describe('a sign-up that was not finished', () => {
  const again = ({ email }: TestGuard, more: object = {}) => api.call(register, some.wanted({ email, ...more }));
  /** A guard who signed up so many days ago and has not used a session since. */
  async function unseen(days: number): Promise<TestGuard> {
    const guard = await signedUp(days, { step: 'registration' });
    await sql`update sessions set last_seen_at = last_seen_at - make_interval(days => ${days}) where guard_id = ${guard.id}`.execute(db());
    return guard;
  }

  it('keeps its address for 14 days', async () => {
    const guard = await signedUp(13, { step: 'registration' });
    expect((await again(guard)).code).toBe(409);
    expect((await api.call(session, {}, { token: guard.token })).code).toBe(200);
  });

  it('frees it for the next sign-up afterwards, and its sessions end; its rows stay', async () => {
    const guard = await unseen(15);
    expect((await again(guard)).code).toBe(200);
    expect((await some.mail(guard.email)).map(({ subject }) => subject)).toContain(releasedMail.subject);
    expect((await api.call(session, {}, { token: guard.token })).code).toBe(401);
    expect((await api.call(login, { email: guard.email, password: guard.password, ...device })).code).toBe(401);
    const { rows } = await sql`select email from guards where id = ${guard.id}`.execute(db());
    expect(rows).toEqual([{ email: `${guard.id}@released.invalid` }]);
  });

  it('keeps its address while its guard uses a session', async () => {
    expect((await again(await signedUp(15, { step: 'registration' }))).code).toBe(409);
  });

  it('keeps everything when the new sign-up is refused for another reason', async () => {
    const guard = await unseen(15);
    const { rows } = await sql<{ mobile: string }>`select mobile_number as mobile from guards where id = ${(await signedUp(1)).id}`.execute(
      db(),
    );
    expect((await again(guard, { mobileNumber: rows[0]?.mobile })).code).toBe(409);
    expect((await api.call(login, { email: guard.email, password: guard.password, ...device })).code).toBe(200);
  });

  it.each(['approval', undefined] as const)('keeps its address when the onboarding was finished: %s', async (step) => {
    const guard = await signedUp(15, step && { step });
    expect((await again(guard)).code).toBe(409);
  });

  it('keeps its address when it was proven', async () => {
    const guard = await signedUp(15, { step: 'registration' });
    await sql`update guards set is_email_proven = true where id = ${guard.id}`.execute(db());
    expect((await again(guard)).code).toBe(409);
  });
});
