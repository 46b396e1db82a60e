import { encodeReport, REPORT_PATH, type ViewReport } from '@portal/mf-kit/healthReport';
import type { Registry } from '@portal/mf-kit/module';
import { decodeJwt, SignJWT } from 'jose';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { startTestHost, type TestHost } from '../../test/test-host';
import { activate } from '../commands/activate';
import { canary } from '../commands/canary';
import { publish } from '../commands/publish';
import { ApiUnknown } from '../gate/gate';
import { type HostHealth, readHealth } from '../health/host-health';
import type { SelfHealMode } from '../health/release-monitor';
import { readRegistry } from '../registry/update-registry';

const START = Date.parse('2026-05-01T12:00:00Z');
let clock: number;
let context: ReturnType<typeof newContext>;
let host: TestHost;

const jobs = (version: string) => ({
  name: 'mf-jobs',
  version,
  routes: { '/search-job': 'Search', '/jobDetail/:id': 'Job' },
  script: version,
});

/** Starts a host behind a proxy that names the client's address, as in production. */
async function open(healing: SelfHealMode = { context: async () => context }): Promise<void> {
  host = await startTestHost(1, undefined, { context, now: () => clock, env: { PORTAL_TRUSTED_PROXIES: '1' }, healing });
}

beforeEach(async () => {
  clock = START;
  context = { ...newContext(), now: () => new Date(clock) };
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await deploy(context, jobs('1.1.0'));
});
afterEach(() => host.close());

interface Page {
  token: string;
  cookie: string;
  address: string;
}

async function visit(address: string, cookie = ''): Promise<Page> {
  const reply = await fetch(`http://127.0.0.1:${host.port}/search-job`, { headers: { 'x-forwarded-for': address, cookie } });
  const { token } = JSON.parse(/id="registry">(.*?)<\/script>/.exec(await reply.text())?.[1] ?? '{}') as { token: string };
  const [device] = reply.headers.getSetCookie().flatMap((one) => /^reporting-device=[^;]+/.exec(one)?.[0] ?? []);
  return { token, address, cookie: device ?? cookie };
}

const seen = (ended: ViewReport['ended'], more: Partial<ViewReport> = {}): ViewReport => ({
  name: 'mf-jobs',
  version: '1.1.0',
  route: '/search-job',
  ended,
  ...more,
});

async function tell({ token, cookie, address }: Page, sightings: ViewReport[], headers: Record<string, string> = {}): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${host.port}${REPORT_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': address, cookie, ...headers },
    body: encodeReport({ token, sightings, ratings: [] }),
  });
  expect([reply.status, await reply.text()]).toEqual([204, '']);
}

const running = async (): Promise<Registry> => (await readRegistry(context)).registry as Registry;
const version = async () => (await running()).modules['mf-jobs']?.version;
const jobsOf = async () => (await readHealth(context.store, clock)).modules['mf-jobs'] ?? {};

/** Polls until the condition holds. */
async function until<Found>(look: () => Promise<Found>, is: (found: Found) => boolean): Promise<Found> {
  for (;;) {
    const found = await look();
    if (is(found)) return found;
    await new Promise((again) => setTimeout(again, 20));
  }
}
/** The next revision by any author. */
const revised = (than: number) => until(running, ({ revision }) => revision > than);
/** What the hosts report about themselves, as soon as there is a report. */
const saidOf = (what: 'healing' | 'notes') =>
  until(
    async () => (await readHealth(context.store, clock))[what],
    (lines) => lines.length > 0,
  );

const address = (number: number) => `198.51.${Math.floor(number / 250)}.${(number % 250) + 1}`;

async function fail(devices: number, more: Partial<ViewReport> = {}): Promise<void> {
  for (let device = 0; device < devices; device++)
    await tell(await visit(address(device)), [seen('failed', { cause: 'TypeError 3fa2', ...more })]);
}

it('rolls back a release that fails in three networks, and records self-heal and the reason in the history', async () => {
  await open();
  for (let device = 10; device < 30; device++) await tell(await visit(address(device)), [seen('stood')]);
  await fail(3);
  const registry = await revised(2);
  expect(registry.modules['mf-jobs']).toMatchObject({ version: '1.0.0', quarantined: { '1.1.0': expect.stringContaining('3 of 23') } });
  expect((await context.store.history()).at(-1)).toMatchObject({
    by: 'self-heal',
    why: '3 of 23 views failed (13 %); 1.0.0: 0 of 0',
    changes: [{ name: 'mf-jobs', from: '1.1.0', to: '1.0.0', how: 'rollback' }],
  });
});

it('rolls back a release that fails on one route only', async () => {
  await open();
  for (let device = 10; device < 400; device++) await tell(await visit(address(device)), [seen('stood')]);
  await fail(3, { route: '/jobDetail/:id' });
  await revised(2);
  expect((await context.store.history()).at(-1)?.why).toBe('3 of 3 views failed of /jobDetail/:id (100 %); 1.0.0: 0 of 0');
});

it.each([
  [
    'one address with a thousand devices',
    async () => {
      for (let time = 0; time < 300; time++) await tell(await visit(address(1)), [seen('failed')]);
    },
  ],
  [
    'one device with a thousand addresses',
    async () => {
      const { token, cookie } = await visit(address(1));
      for (let time = 0; time < 300; time++) await tell({ token, cookie, address: address(time) }, [seen('failed')]);
    },
  ],
  [
    'one line of IPv6 with all of its addresses',
    async () => {
      for (let time = 1; time < 100; time++) await tell(await visit(`2001:db8:1:2::${time}`), [seen('failed')]);
    },
  ],
  [
    'one line of IPv6 with all of its networks',
    async () => {
      for (let time = 1; time < 100; time++) await tell(await visit(`2001:db8:1:${time.toString(16)}::1`), [seen('failed')]);
    },
  ],
])('[BUDGET-03] %s counts as one failure, and as one bad view of the error budget', async (_who, forge) => {
  await open();
  await forge();
  await host.close();
  expect(await version()).toBe('1.1.0');
  expect((await jobsOf())['1.1.0']?.failed).toBe(1);
  const [kept = '{}'] = [...(await context.store.health()).values()];
  expect((JSON.parse(kept) as HostHealth).events?.['mf-jobs']?.days['2026-05-01']).toMatchObject({ bad: 1 });
});

/** With the subject of another token, and the old signature. */
function changed(token: string): string {
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: '1' })).toString('base64url');
  return token.replace(/\.[\w-]+\./, `.${claims}.`);
}

it.each<[string, (page: Page) => Page | Promise<Page>, Record<string, string>?]>([
  ['no device', (page) => ({ ...page, cookie: '' })],
  [
    'a device that the host did not issue',
    async (page) => {
      const claims = new SignJWT(decodeJwt(page.cookie.slice('reporting-device='.length))).setProtectedHeader({ alg: 'HS256' });
      return { ...page, cookie: `reporting-device=${await claims.sign(Buffer.alloc(32, 1))}` };
    },
  ],
  ['a token as a device', (page) => ({ ...page, cookie: `reporting-device=${page.token}` })],
  ['no token', (page) => ({ ...page, token: 'x' })],
  ['a changed token', (page) => ({ ...page, token: changed(page.token) })],
  ['a device as a token', (page) => ({ ...page, token: page.cookie.slice('reporting-device='.length) })],
  ['the origin of another site', (page) => page, { 'sec-fetch-site': 'cross-site' }],
])('ignores reports with %s', async (_what, forge, headers = {}) => {
  await open();
  for (let device = 0; device < 5; device++) await tell(await forge(await visit(address(device))), [seen('failed')], headers);
  await host.close();
  expect([await version(), await jobsOf()]).toEqual(['1.1.0', {}]);
});

it('accepts reports of a page for a day, and only for versions and routes that it can have shown', async () => {
  await open();
  const page = await visit(address(1));
  await tell(page, [seen('stood', { version: '9.9.9' }), seen('stood', { name: 'mf-none' }), seen('stood', { route: '/nowhere' })]);
  clock += 24 * 3_600_000;
  await tell(page, [seen('failed')]);
  await host.close();
  expect(await jobsOf()).toEqual({ '1.1.0': expect.objectContaining({ views: 1, failed: 0, routes: { other: { views: 1, failed: 0 } } }) });
});

it('answers and ignores invalid or oversized reports', async () => {
  await open();
  for (const [type, body] of [
    ['text/plain', 'x'.repeat(5000)],
    ['text/plain', '{'],
    ['application/json', '{}'],
    ['image/png', 'x'],
  ] as const) {
    const reply = await fetch(`http://127.0.0.1:${host.port}${REPORT_PATH}`, { method: 'POST', headers: { 'content-type': type }, body });
    expect(reply.status).toBe(204);
  }
});

it('leaves a version to people after a person activated it again', async () => {
  await open();
  await fail(3);
  await revised(2);
  clock += 1000;
  const insisted = await activate(context, [{ name: 'mf-jobs', version: '1.1.0' }], { ...info, force: true });
  const served = async () => ((await (await fetch(`http://127.0.0.1:${host.port}/healthz`)).json()) as { revision: number }).revision;
  await until(served, (revision) => revision === insisted?.registry.revision);
  await fail(9);
  await host.close();
  expect(await version()).toBe('1.1.0');
  expect((await context.store.history()).filter(({ by }) => by === 'self-heal')).toHaveLength(1);
});

it('does not roll back a version without a last good version', async () => {
  await open();
  await fail(9, { name: 'shell', version: '1.0.0', route: '*' });
  await host.close();
  expect((await running()).revision).toBe(2);
});

it('rolls back a release during the canary of the next version, and ends the canary', async () => {
  await publish(context, fakeBuild(jobs('1.2.0')), {});
  const { registry } = await canary(context, { name: 'mf-jobs', version: '1.2.0' }, 50, info);
  await open();
  await fail(3);
  const next = await revised(registry.revision);
  expect(next.modules['mf-jobs']).toMatchObject({ version: '1.0.0', canary: null, quarantined: { '1.1.0': expect.any(String) } });
});

it('stops a bad canary', async () => {
  await publish(context, fakeBuild(jobs('1.2.0')), {});
  const { registry } = await canary(context, { name: 'mf-jobs', version: '1.2.0' }, 50, info);
  await open();
  await fail(3, { version: '1.2.0' });
  const next = await revised(registry.revision);
  expect(next.modules['mf-jobs']).toMatchObject({ version: '1.1.0', canary: null, quarantined: { '1.2.0': expect.any(String) } });
  expect((await context.store.history()).at(-1)).toMatchObject({ by: 'self-heal', changes: [{ how: 'stop', from: '1.2.0', to: '1.1.0' }] });
});

it('only counts when self-heal is off', async () => {
  await open({ off: 'a test' });
  expect(await saidOf('healing')).toEqual(['off: a test']);
  await fail(9);
  await host.close();
  expect(await version()).toBe('1.1.0');
  expect(await readHealth(context.store, clock)).toMatchObject({
    healing: [],
    modules: { 'mf-jobs': { '1.1.0': { views: 9, failed: 9, causes: { 'TypeError 3fa2': 9 } } } },
  });
});

it('reports a rollback that a host could not do, until the host stops', async () => {
  const served = new ApiUnknown('the API is away');
  await open({ context: async () => ({ ...context, served }) });
  await fail(3);
  expect(await saidOf('notes')).toEqual([expect.stringContaining('the API is away')]);
  await host.close();
  expect(await readHealth(context.store, clock)).toMatchObject({ healing: [], notes: [] });
});
