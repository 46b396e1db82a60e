import { deploy, info, newContext } from '../../../test/fixtures';
import { startTestHost, type TestHost } from '../../../test/test-host';
import { createToken } from '../../commands/create-token';
import { revokeToken } from '../../commands/revoke-token';
import { OPS_SCOPE as OF_OPS } from '../../gate/attestation';
import { readRegistry } from '../../registry/update-registry';
import { browserAt, TOKEN, textOf } from './fixtures';

const START = Date.parse('2026-05-01T12:00:00Z');
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': 'Search' }, script: version });
const back = { act: 'rollback', name: 'mf-jobs', from: '1.1.0', to: '1.0.0', reason: 'blank list' };
let ms: number;
let context: ReturnType<typeof newContext>;
let host: TestHost;
const { get, post, signIn } = browserAt(() => host.app);

const made = (module: string, name: string) => createToken(context, { module, name, expires: '2026-12-31' }, info);
const running = async () => (await readRegistry(context)).registry;

/** Waits until the host has the store's newest revision. */
async function followed(): Promise<void> {
  const revision = (await running())?.revision;
  for (;;) {
    const { body } = await host.app.inject('/healthz');
    if ((JSON.parse(body) as { revision: number }).revision === revision) return;
    await new Promise((again) => setTimeout(again, 20));
  }
}

beforeEach(async () => {
  ms = START;
  context = { ...newContext(), now: () => new Date(ms) };
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await deploy(context, jobs('1.1.0'));
  host = await startTestHost(1, undefined, { context, now: () => ms, ops: { token: TOKEN, context: async () => context } });
});
afterEach(() => host.close());

it('uses the name of the token as the author, not the entered name, in a store with tokens', async () => {
  const { token } = await made(OF_OPS, 'Ana');
  await followed();
  const page = await textOf(await get());
  expect([page.includes('Your name'), page.includes('Your token of ops')]).toEqual([false, true]);
  const badge = await signIn('Somebody Else', token);
  expect((await post(back, badge)).status).toBe(303);
  expect((await running())?.modules['mf-jobs']).toMatchObject({ version: '1.0.0', by: 'Ana' });
});

it.each<[string, () => Promise<string>]>([
  ["the host's own token", async () => TOKEN],
  ["a squad's token", async () => (await made('mf-jobs', 'squad jobs')).token],
  ['a token of another store', async () => `portal_00000000_${'A'.repeat(43)}`],
  [
    'a revoked token',
    async () => {
      const { token, id } = await made(OF_OPS, 'Eve');
      await revokeToken(context, id, info);
      return token;
    },
  ],
])('rejects the sign-in by %s in a store with tokens', async (_what, of) => {
  await made(OF_OPS, 'Ana');
  const token = await of();
  await followed();
  expect((await post({ act: 'enter', name: 'Ana', token })).status).toBe(403);
});

it.each<[string, (id: string) => Promise<unknown>]>([
  ['was revoked', (id) => revokeToken(context, id, info)],
  [
    'ended',
    async () => {
      ms += 2 * 3_600_000;
    },
  ],
])('rejects actions after a sign-in with a token that %s since', async (_what, end) => {
  const { token, id } = await made(OF_OPS, 'Ana');
  await followed();
  ms = Date.parse('2026-12-31T23:00:00Z');
  const badge = await signIn('', token);
  await end(id);
  await followed();
  expect((await post(back, badge)).status).toBe(403);
  expect((await running())?.modules['mf-jobs']?.version).toBe('1.1.0');
});

it('requires a new sign-in after the first token of a store', async () => {
  const badge = await signIn();
  await made(OF_OPS, 'Ana');
  await followed();
  expect((await post(back, badge)).status).toBe(403);
});
