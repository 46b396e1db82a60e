import { socialLogin, startSocialLogin } from '@portal/contracts/auth/auth.endpoints';
import { socialTypes } from '@portal/contracts/auth/auth.rules';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { withChangedSignature } from '../../../test/forged-tokens';
import { startProvider, type TestProvider } from '../../../test/provider';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { deleteExpiredRows } from '../../jobs/clean-up.job';
import { db } from '../../platform/database/db';
import { signOwnToken } from '../../platform/identity/own-tokens';

let provider: TestProvider;
let api: TestApi;
let guard: TestGuard;
beforeAll(async () => {
  provider = await startProvider();
  api = await startApi({ clock: '2027-03-10T15:00:00.000Z', env: { identity: provider.identity } });
});
beforeEach(async () => {
  await sql`delete from rate_limits`.execute(db());
  guard = await api.guard();
});
afterAll(async () => {
  await api.stop();
  await provider.stop();
});

const tokenOf = (of = guard) => provider.token(api.clock, { provider: 'google', subject: of.id, email: of.email });
const send = (idToken: string, cookie: string, of = guard) =>
  api.call(
    socialLogin,
    { email: of.email, socialId: of.id, socialType: socialTypes.google, idToken, deviceToken: 'web', deviceId: 'web', deviceType: 3 },
    { headers: { cookie } },
  );
async function start(): Promise<string> {
  const reply = await api.call(startSocialLogin, {});
  const set = reply.headers.get('set-cookie') ?? '';
  expect([reply.code, set.includes('HttpOnly'), set.includes('SameSite=Lax'), set.includes('Max-Age=600')]).toEqual([
    200,
    true,
    true,
    true,
  ]);
  return set.split(';')[0] ?? '';
}
const UNPROVEN = { code: 401, message: 'This sign-in could not be verified. Please try again.' };

it('accepts an ID token once, also when it is sent twice at the same moment', async () => {
  const token = tokenOf();
  const [one, other, third, fourth] = [await start(), await start(), await start(), await start()];
  const codes = (await Promise.all([send(token, one), send(token, other)])).map(({ code }) => code);
  expect(codes.sort()).toEqual([200, 401]);
  expect(await send(token, third)).toMatchObject(UNPROVEN);
  expect((await send(tokenOf(), fourth)).code).toBe(200);
});

it('refuses an ID token that is older than ten minutes', async () => {
  const token = tokenOf();
  api.clock.advance({ minutes: 11 });
  expect(await send(token, await start())).toMatchObject(UNPROVEN);
});

it('refuses a token from a browser without a challenge', async () => {
  expect(await send(tokenOf(), 'other=1')).toMatchObject(UNPROVEN);
});

it('accepts a token that was issued after the challenge of this browser, and the challenge once', async () => {
  const cookie = await start();
  api.clock.advance({ seconds: 30 });
  expect((await send(tokenOf(), cookie)).code).toBe(200);
  expect(await send(tokenOf(), cookie)).toMatchObject(UNPROVEN);
});

it('refuses a token that was issued before the challenge', async () => {
  const token = tokenOf();
  api.clock.advance({ minutes: 3 });
  expect(await send(token, await start())).toMatchObject(UNPROVEN);
});

/** The cookie with a start that is a minute earlier, and its old signature. */
function movedBack(cookie: string): string {
  const [name = '', token = ''] = cookie.split('=');
  const { iat = 0, ...claims } = decodeJwt(token);
  const moved = Buffer.from(JSON.stringify({ ...claims, iat: iat - 60 })).toString('base64url');
  return `${name}=${token.replace(/\.[\w-]+\./, `.${moved}.`)}`;
}

it.each<[string, (cookie: string) => string | Promise<string>]>([
  ['changed', withChangedSignature],
  ['moved to another time', movedBack],
  [
    'signed for another purpose',
    async (cookie) => `${cookie.split('=')[0]}=${await signOwnToken('sos-link', decodeJwt(cookie.split('=')[1] ?? ''))}`,
  ],
  ['empty', (cookie) => `${cookie.split('=')[0]}=x`],
])('refuses a challenge that was %s', async (_what, forge) => {
  expect(await send(tokenOf(), await forge(await start()))).toMatchObject(UNPROVEN);
});

it('refuses a challenge after ten minutes', async () => {
  const cookie = await start();
  api.clock.advance({ minutes: 11 });
  expect(await send(tokenOf(), cookie)).toMatchObject(UNPROVEN);
});

it('stores hashes only, and the hourly clean-up deletes them when the token has expired', async () => {
  const token = tokenOf();
  await send(token, await start());
  const stored = async () => (await sql<{ hash: Buffer }>`select hash from used_identity_proofs`.execute(db())).rows;
  expect((await stored()).map(({ hash }) => hash.length)).toContain(32);
  expect(JSON.stringify(await stored())).not.toContain(token);
  api.clock.advance({ hours: 3 });
  await deleteExpiredRows();
  expect(await stored()).toEqual([]);
});
