import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, newContext } from '../../test/fixtures';
import { standIn, startTestHost, type TestHost } from '../../test/test-host';
import { readinessOf } from './probes';

const UNREADABLE = 'The active set cannot be read: see the log of the portal host.';
const NOTHING = 'Nothing is activated yet: portal publish, then portal activate.';

let api: Awaited<ReturnType<typeof standIn>>;
let host: TestHost | undefined;
let apiStatus = 200;
let apiProbes = 0;
const at = async (path: string) => {
  const reply = await fetch(`http://127.0.0.1:${host?.port}${path}`);
  return { status: reply.status, text: await reply.text() };
};

beforeAll(async () => {
  api = await standIn(({ url }, reply) => {
    if (url === '/readyz') apiProbes += 1;
    void reply.writeHead(url === '/readyz' ? apiStatus : 200).end('{}');
  });
});
afterAll(() => api.stop());
afterEach(() => host?.close());

it.each([
  ['before anything was activated', NOTHING, async () => undefined],
  [
    'whose store has lost the shell',
    UNREADABLE,
    async (context: ReturnType<typeof newContext>) => {
      await deploy(context, { name: 'shell' });
      rmSync(join(context.data, 'modules/shell/1.0.0/module.json'));
    },
  ],
  [
    'whose newest revision is not signed',
    UNREADABLE,
    async (context: ReturnType<typeof newContext>) => {
      await deploy(context, { name: 'shell' });
      rmSync(join(context.data, 'revisions/1/registry.json'));
    },
  ],
])('a host %s runs, is not ready, and shows the reason at each path', async (_, words, prepare) => {
  const context = newContext();
  await prepare(context);
  host = await startTestHost(api.port, undefined, { context });
  expect(await at('/healthz')).toEqual({ status: 200, text: '{"ok":true,"revision":null}' });
  expect(await at('/readyz')).toEqual({ status: 503, text: JSON.stringify({ ok: false, why: words }) });
  for (const path of ['/', '/search-job', '/sitemap.xml']) expect([path, await at(path)]).toEqual([path, { status: 503, text: words }]);
  expect(await at('/registry.json')).toEqual({ status: 503, text: JSON.stringify({ message: words }) });
  // Open pages can still call the API.
  expect((await at('/v1/jobs')).status).toBe(200);
});

it('is ready from the moment it has a set to serve', async () => {
  const context = newContext();
  host = await startTestHost(api.port, undefined, { context });
  const { live } = host;
  const isLive = new Promise((resolve) => live.onRevision(resolve));
  await deploy(context, { name: 'shell' });
  await isLive;
  expect(await at('/readyz')).toEqual({ status: 200, text: '{"ok":true,"revision":1}' });
});

describe('a host without a ready API', () => {
  const AWAY = { status: 503, text: '{"ok":false,"why":"The guard API does not answer at /readyz."}' };
  const begin = async (apiPort: number) => {
    const context = newContext();
    await deploy(context, { name: 'shell' });
    host = await startTestHost(apiPort, undefined, { context });
  };
  afterEach(() => {
    apiStatus = 200;
  });

  it('runs, and is not ready, when the API replies 503', async () => {
    apiStatus = 503;
    await begin(api.port);
    expect(await at('/readyz')).toEqual(AWAY);
    expect((await at('/healthz')).status).toBe(200);
  });

  it('runs, and is not ready, when no API listens', async () => {
    const gone = await standIn();
    gone.stop();
    await begin(gone.port);
    expect(await at('/readyz')).toEqual(AWAY);
    expect((await at('/healthz')).status).toBe(200);
  });

  it('sends the API one probe for several in the same second', async () => {
    await begin(api.port);
    const before = apiProbes;
    const began = performance.now();
    for (let probe = 0; probe < 10; probe++) expect((await at('/readyz')).status).toBe(200);
    expect(apiProbes - before).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 1_000));
  });
});

describe('whether the API is ready', () => {
  const looks = async (...answers: Awaited<ReturnType<Parameters<typeof readinessOf>[0]>>[]) => {
    let seconds = 0;
    const isReady = readinessOf(
      async () => answers.shift() ?? 'late',
      () => seconds * 1_000,
    );
    const found: boolean[] = [];
    for (const _ of [...answers]) {
      found.push(await isReady());
      seconds += 5;
    }
    return found;
  };

  it('remains ready while replies are late, and is not ready after fifteen seconds', async () => {
    expect(await looks('ready', 'late', 'late', 'late', 'ready')).toEqual([true, true, true, false, true]);
  });

  it('is not ready after the first error, nor after a late reply that follows', async () => {
    expect(await looks('ready', 'away', 'late', 'ready')).toEqual([true, false, false, true]);
  });

  it('is not ready at first with a late reply', async () => {
    expect(await looks('late', 'late', 'ready')).toEqual([false, false, true]);
  });
});
