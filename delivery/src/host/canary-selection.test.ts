import { isInCanary } from '@portal/mf-kit/canary';
import { deploy, fakeBuild, info, newContext } from '../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';
import { canary, stopCanary } from '../commands/canary';
import { publish } from '../commands/publish';

const context = newContext();
const jobs = (version: string) => ({ name: 'mf-jobs', version, routes: { '/search-job': `Search ${version}` }, script: version });
let host: TestHost;
let api: Awaited<ReturnType<typeof standIn>>;
let clock = Date.now();

beforeAll(async () => {
  await deploy(context, { name: 'shell' }, jobs('1.0.0'));
  await publish(context, fakeBuild(jobs('1.1.0')), {});
  api = await standIn((_asked, reply) => reply.writeHead(503).end());
  host = await startTestHost(api.port, undefined, { context, now: () => clock, timestampMs: 5 });
});
afterAll(async () => {
  await host.close();
  api.stop();
});

async function open(draw?: number): Promise<{ version: string; cookie: string | null; html: string }> {
  const headers = draw === undefined ? {} : { cookie: `theme=dark; draw=${draw}` };
  const reply = await fetch(`http://127.0.0.1:${host.port}/search-job`, { headers });
  const html = await reply.text();
  return {
    version: /mf-jobs\/(\d\.\d\.\d)\/remoteEntry/.exec(html)?.[1] ?? '',
    cookie: reply.headers.getSetCookie().find((one) => one.startsWith('draw=')) ?? null,
    html,
  };
}
async function until(revision: number): Promise<void> {
  const live = async () => ((await (await fetch(`http://127.0.0.1:${host.port}/healthz`)).json()) as { revision: number }).revision;
  while ((await live()) !== revision) await new Promise((again) => setTimeout(again, 20));
}

it('draws nothing without a canary', async () => {
  expect(await open()).toMatchObject({ version: '1.0.0', cookie: null });
});

it('composes the set of each device by its draw, which the device keeps', async () => {
  const { registry } = await canary(context, { name: 'mf-jobs', version: '1.1.0' }, 5, info);
  await until(registry.revision);
  const draws = Array.from({ length: 10_000 }, (_, draw) => draw);
  const inside = draws.find((draw) => isInCanary('mf-jobs', 5, draw)) ?? 0;
  const outside = draws.find((draw) => !isInCanary('mf-jobs', 20, draw)) ?? 0;
  for (let round = 0; round < 2; round++) {
    expect(await open(inside)).toMatchObject({ version: '1.1.0', cookie: null });
    expect(await open(outside)).toMatchObject({ version: '1.0.0', cookie: null });
  }
  expect((await open(inside)).html).toContain('<title>Search 1.1.0');
  const drawn = await open();
  expect(drawn.cookie).toMatch(/^draw=\d{1,4}; Path=\/; Max-Age=31536000; SameSite=Lax$/);
  const draw = Number(/draw=(\d+)/.exec(drawn.cookie ?? '')?.[1]);
  expect((await open(draw)).version).toBe(drawn.version);

  await stopCanary(context, { name: 'mf-jobs' }, info);
  await until(registry.revision + 1);
  expect(await open(inside)).toMatchObject({ version: '1.0.0', cookie: null });
});

it('caches a page for five minutes, while its freshness timestamp is recent', async () => {
  const wordOf = ({ html }: { html: string }) => /"at":"([^"]+)","signature"/.exec(html)?.[1];
  const word = wordOf(await open());
  expect(word).toBeDefined();
  // The host signs a new timestamp every minute; a written page keeps its own.
  while (wordOf({ html: await (await fetch(`http://127.0.0.1:${host.port}/registry.json`)).text() }) === word);
  clock += 5 * 60_000 - 1;
  expect(wordOf(await open())).toBe(word);
  clock += 1;
  expect(wordOf(await open())).not.toBe(word);
});
