import { readdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { ModuleManifest } from '@portal/mf-kit/module';
import { tempFolder } from '../../test/fixtures';
import { portOf, standIn } from '../../test/test-host';
import { createContentCache, FRESH_MS } from './api-content';

let ms = Date.parse('2026-11-23T12:00:00Z');
let reply: (answer: ServerResponse) => void;
let asked = 0;
let api: Awaited<ReturnType<typeof standIn>>;
const lines: string[] = [];
const says = (data: unknown) => (answer: ServerResponse) => void answer.end(JSON.stringify({ code: 200, message: '', data }));
const never = () => undefined;
const open = (folder: string, waitMs = 20) =>
  createContentCache({
    apiUrl: `http://127.0.0.1:${portOf(api.server)}`,
    basic: 'x',
    folder,
    now: () => ms,
    log: (line) => lines.push(line),
    waitMs,
  });
const showing = (...content: string[]) => [{ routes: { '/faq': { content } } }] as unknown as ModuleManifest[];

beforeEach(async () => {
  asked = 0;
  lines.length = 0;
  reply = says('first');
  api = await standIn((_request, answer) => {
    asked++;
    reply(answer);
  });
});
afterEach(() => api.stop());

it('sends one request for parallel readers', async () => {
  const content = open(tempFolder());
  expect(await Promise.all([content.read(['/faq']), content.read(['/faq'])])).toEqual([{ '/faq': 'first' }, { '/faq': 'first' }]);
  expect(asked).toBe(1);
});

it('limits the wait for a hanging API: the older text is shown, and the newer one when it arrives', async () => {
  const content = open(tempFolder());
  await content.read(['/faq']);
  ms += FRESH_MS;
  let late: ServerResponse | undefined;
  reply = (answer) => {
    late = answer;
  };
  expect(await content.read(['/faq'])).toEqual({ '/faq': 'first' });
  // The read waits for 20 ms only; the request may arrive later.
  while (!late) await new Promise(setImmediate);
  says('second')(late);
  while ((await content.read(['/faq']))?.['/faq'] === 'first') await new Promise(setImmediate);
  expect(await content.read(['/faq'])).toEqual({ '/faq': 'second' });
  expect(asked).toBe(2);
});

it.each([
  ['an error', (answer: ServerResponse) => void answer.writeHead(500).end('{"code":500,"message":"x","data":null}')],
  ['no data', says(null)],
  ['no JSON', (answer: ServerResponse) => void answer.end('<html>')],
  ['another place', (answer: ServerResponse) => void answer.writeHead(302, { location: '/' }).end()],
  ['too much', says('a'.repeat(1_000_001))],
])('keeps the text when the reply is %s, logs it once, and pauses requests', async (_, given) => {
  // A long timeout, because a large reply may be late on a busy machine.
  const content = open(tempFolder(), 10_000);
  await content.read(['/faq']);
  reply = given;
  for (const wait of [FRESH_MS, 0, 1_000, 10_000]) {
    ms += wait;
    expect(await content.read(['/faq'])).toEqual({ '/faq': 'first' });
  }
  expect(asked).toBe(3);
  expect(lines).toEqual([expect.stringMatching(/^\/faq was not read, the last good text is shown: /)]);
});

it('is available to the next host, without damaged texts', async () => {
  const folder = tempFolder();
  await open(folder).read(['/faq']);
  reply = never;
  api.server.closeAllConnections();
  expect(await open(folder).read(['/faq'])).toEqual({ '/faq': 'first' });
  const [kept = ''] = readdirSync(folder);
  writeFileSync(join(folder, kept), '{"path":"/fa');
  reply = (answer) => void answer.destroy();
  expect(await open(folder).read(['/faq'])).toBeNull();
});

it('keeps texts without a module for thirty days, for a rollback, and deletes them then', async () => {
  const folder = tempFolder();
  await open(folder).read(['/faq']);
  const after = async (days: number, ...shown: string[]) => {
    ms += days * 86_400_000;
    await open(folder).keep(showing(...shown));
    return readdirSync(folder).length;
  };
  expect(await after(0, '/faq')).toBe(1);
  // The page was shown for all 100 days without an activation.
  expect(await after(100)).toBe(1);
  expect(await after(30)).toBe(1);
  expect(await after(1, '/faq')).toBe(1);
  expect(await after(100)).toBe(1);
  expect(await after(30)).toBe(1);
  reply = (answer) => void answer.destroy();
  expect(await open(folder).read(['/faq'])).toEqual({ '/faq': 'first' });
  expect(await after(1)).toBe(0);
  expect(await open(folder).read(['/faq'])).toBeNull();
});

it('keeps a refreshed text as long', async () => {
  const folder = tempFolder();
  const content = open(folder);
  await content.keep(showing('/faq'));
  await content.read(['/faq']);
  ms += 100 * 86_400_000;
  reply = says('second');
  await content.read(['/faq']);
  ms += 100 * 86_400_000;
  await content.keep(showing());
  expect(readdirSync(folder)).toHaveLength(1);
});
