import { INSPECT_PATH, type InspectFacts } from '@portal/mf-kit/inspect';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { SignJWT } from 'jose';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';
import { inspectLink } from '../commands/inspect-link';
import { publish } from '../commands/publish';
import { type StagedCandidate, stage } from '../commands/stage';
import { signCandidate } from '../registry/signatures';

const context = newContext();
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': `Search ${version}` }, script: version });
const begin = context.now().getTime();
let clock = begin;
let api: Awaited<ReturnType<typeof standIn>>;
let staged: StagedCandidate;
let production: TestHost;
let demo: TestHost;
let link: string;

beforeAll(async () => {
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await publish(context, fakeBuild(jobs('1.1.0')), {}, { by: 'cem', why: 'a shorter list', token: null });
  staged = await stage(context, [{ name: 'mf-jobs', version: '1.1.0' }], { by: 'ben', why: 'a preview' }, 72);
  link = await inspectLink(context, 'ana', 8);
  api = await standIn((_asked, reply) => reply.writeHead(503).end());
  const open = (env: NodeJS.ProcessEnv) => startTestHost(api.port, undefined, { context, env, now: () => clock });
  [production, demo] = await Promise.all([open({ PORTAL_MODE: 'production' }), open({})]);
});
beforeEach(() => {
  clock = begin;
});
afterAll(async () => {
  await Promise.all([production.close(), demo.close()]);
  api.stop();
});

const get = (host: TestHost, path: string, cookie = '') =>
  fetch(`http://127.0.0.1:${host.port}${path}`, { redirect: 'manual', headers: cookie ? { cookie } : {} });
const isOffered = async (host: TestHost, path: string, cookie = '') =>
  (await (await get(host, path, cookie)).text()).includes('"inspect":true');
const facts = async (host: TestHost, cookie = '') => (await (await get(host, INSPECT_PATH, cookie)).json()) as InspectFacts;
const version = async (host: TestHost, cookie: string) =>
  /mf-jobs\/(\d\.\d\.\d)\/remoteEntry/.exec(await (await get(host, '/search-job', cookie)).text())?.[1];

it('[INSPECT-02] is offered on each page outside production, and in production only to the browser that opened a signed link', async () => {
  expect([await isOffered(demo, '/search-job'), await isOffered(production, '/search-job?inspect')]).toEqual([true, false]);
  expect((await get(production, INSPECT_PATH)).status).toBe(403);
  const entered = await get(production, `/search-job?page=2&inspect=${link}`);
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/search-job?page=2&inspect=']);
  const given = entered.headers.get('set-cookie') ?? '';
  expect(given).toBe(`inspect=${link}; Path=/; Max-Age=28800; HttpOnly; SameSite=Lax`);
  const cookie = given.split(';')[0] ?? '';
  expect([await isOffered(production, '/search-job', cookie), await isOffered(production, '/search-job')]).toEqual([true, false]);
  expect((await facts(production, cookie)).until).toBe(new Date(begin + 8 * 3_600_000).toISOString());
  expect((await facts(demo)).until).toBeNull();
});

it('[INSPECT-02] is closed again when the link has expired, also in a browser that opened it', async () => {
  clock = begin + 8 * 3_600_000 + 1_000;
  expect([
    await isOffered(production, '/search-job', `inspect=${link}`),
    (await get(production, INSPECT_PATH, `inspect=${link}`)).status,
  ]).toEqual([false, 403]);
  const late = await get(production, `/search-job?inspect=${link}`);
  expect([late.status, late.headers.get('set-cookie')]).toEqual([403, null]);
  expect(await late.text()).toContain('portal inspect-link');
});

const stranger = newContext();
const forged = (key: Parameters<SignJWT['sign']>[0], alg: string, typ: string) =>
  new SignJWT({}).setProtectedHeader({ alg, typ }).setSubject('ana').setExpirationTime('8h').sign(key);

it.each<[string, () => Promise<string>]>([
  ['a guess', async () => 'yes'],
  ['a link of another key', () => inspectLink(stranger, 'ana', 8)],
  ['a link without its signature', async () => link.replace(/[^.]+$/, '')],
  [
    'a link with another end',
    async () => link.replace(/\.[^.]+\./, `.${Buffer.from('{"sub":"ana","exp":9999999999}').toString('base64url')}.`),
  ],
  ['a link signed with the public key as a secret', () => forged(Buffer.from(context.ops.publicKey), 'HS256', 'inspect-link+jwt')],
  ['another document of the ops key', () => forged(context.ops.privateKey, 'EdDSA', 'ops-badge+jwt')],
  ['the link of a candidate', async () => signCandidate(staged.id, context.ops)],
])('[INSPECT-02] is not opened in production by %s', async (_what, make) => {
  const token = await make();
  const reply = await get(production, `/search-job?inspect=${token}`);
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([403, null]);
  expect([
    await isOffered(production, '/search-job', `inspect=${token}`),
    (await get(production, INSPECT_PATH, `inspect=${token}`)).status,
  ]).toEqual([false, 403]);
});

it('[INSPECT-01] is not offered in the page that the device stores', async () => {
  expect([await isOffered(demo, offlinePagePath), await isOffered(production, offlinePagePath, `inspect=${link}`)]).toEqual([false, false]);
});

it('[INSPECT-03] names who changed each module and why, the publications, and the candidates of this browser', async () => {
  const read = await facts(demo);
  expect(read).toMatchObject({ revision: 1, active: { shell: '1.0.0', 'mf-jobs': '1.0.0' }, candidate: null });
  expect(read.changes['mf-jobs']).toEqual([
    { revision: 1, at: '2026-05-01T12:00:00.000Z', ...info, what: 'activate mf-jobs (new) -> 1.0.0' },
  ]);
  expect(read.published['mf-jobs']).toEqual([
    { version: '1.1.0', publication: { at: '2026-05-01T12:00:00.000Z', by: 'cem', why: 'a shorter list', token: null } },
    { version: '1.0.0', publication: null },
  ]);
  expect(read.candidates).toEqual([
    { id: staged.id, until: staged.until, by: 'ben', at: '2026-05-01T12:00:00.000Z', why: 'a preview', versions: { 'mf-jobs': '1.1.0' } },
  ]);
  clock = begin + 73 * 3_600_000;
  expect((await facts(demo)).candidates).toEqual([]);
});

it('[INSPECT-09] opens a candidate by its id only in a browser that may open the panel, and leads back', async () => {
  const refused = await get(production, `/search-job?revision=${staged.id}`);
  expect([refused.status, await version(production, `revision=${staged.id}`)]).toEqual([403, '1.0.0']);
  const mine = `inspect=${link}`;
  const entered = await get(production, `/search-job?revision=${staged.id}&inspect=`, mine);
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/search-job?inspect=']);
  const cookie = `${mine}; ${(entered.headers.get('set-cookie') ?? '').split(';')[0]}`;
  expect([await version(production, cookie), (await facts(production, cookie)).candidate]).toEqual(['1.1.0', staged.id]);
  clock = begin + 9 * 3_600_000;
  expect(await version(production, cookie)).toBe('1.0.0');
  clock = begin;
  const back = await get(production, '/search-job?revision=live&inspect=', cookie);
  expect([back.headers.get('location'), back.headers.get('set-cookie')?.slice(0, 30)]).toEqual([
    '/search-job?inspect=',
    'revision=; Path=/; Max-Age=0; ',
  ]);
});
