import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deploy, newDesk } from '../fixtures';
import { hostBefore, standIn, type TestHost } from './fixtures';

const UNREADABLE = 'What is activated cannot be read: the log of the portal host says why.';
const NOTHING = 'Nothing is activated yet: portal publish, then portal activate.';

let api: Awaited<ReturnType<typeof standIn>>;
let host: TestHost | undefined;
const at = async (path: string) => {
  const reply = await fetch(`http://127.0.0.1:${host?.port}${path}`);
  return { status: reply.status, text: await reply.text() };
};

beforeAll(async () => {
  api = await standIn((_asked, reply) => void reply.end('{}'));
});
afterAll(() => api.stop());
afterEach(() => host?.close());

it.each([
  ['before anything was activated', NOTHING, async () => undefined],
  [
    'whose store has lost the shell',
    UNREADABLE,
    async (desk: ReturnType<typeof newDesk>) => {
      await deploy(desk, { name: 'shell' });
      rmSync(join(desk.data, 'modules/shell/1.0.0/module.json'));
    },
  ],
  [
    'whose newest revision is not signed',
    UNREADABLE,
    async (desk: ReturnType<typeof newDesk>) => {
      await deploy(desk, { name: 'shell' });
      rmSync(join(desk.data, 'revisions/1/registry.json'));
    },
  ],
])('a host %s lives, is not ready, and says why wherever it has nothing to serve', async (_, words, prepare) => {
  const desk = newDesk();
  await prepare(desk);
  host = await hostBefore(api.port, undefined, { desk });
  expect(await at('/healthz')).toEqual({ status: 200, text: '{"ok":true,"revision":null}' });
  expect(await at('/readyz')).toEqual({ status: 503, text: JSON.stringify({ ok: false, why: words }) });
  for (const path of ['/', '/search-job', '/sitemap.xml']) expect([path, await at(path)]).toEqual([path, { status: 503, text: words }]);
  expect(await at('/registry.json')).toEqual({ status: 503, text: JSON.stringify({ message: words }) });
  // Open pages go on by it all the same.
  expect((await at('/v1/jobs')).status).toBe(200);
});

it('a host with a set to serve is ready, from the moment that it has one', async () => {
  const desk = newDesk();
  host = await hostBefore(api.port, undefined, { desk });
  const { live } = host;
  const isLive = new Promise((resolve) => live.onRevision(resolve));
  await deploy(desk, { name: 'shell' });
  await isLive;
  expect(await at('/readyz')).toEqual({ status: 200, text: '{"ok":true,"revision":1}' });
});
