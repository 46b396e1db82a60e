import { rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { commandLine } from '../../test/command-line';
import { deploy, newContext, tempFolder, writeEvents } from '../../test/fixtures';
import { standIn, startTestHost } from '../../test/test-host';
import type { Machine } from '../doctor/check';
import { dayOf } from '../health/budget-counts';
import { repository } from '../paths';
import { loadKey, signTimestamp } from '../registry/signatures';
import { folderStore } from '../store/folder-store';
import { checks, examine } from './doctor';

const CLOSED = 'http://127.0.0.1:1';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The address of a small server. */
async function serve(answer: RequestListener): Promise<string> {
  const { port, stop } = await standIn(answer);
  ends.push(stop);
  return `http://127.0.0.1:${port}`;
}

const readyApi: RequestListener = (_asked, reply) => reply.end(JSON.stringify({ code: 200, message: 'OK', data: {} }));

/** A machine with a portal that lacks nothing. It has no clone, as a container. */
async function soundMachine(): Promise<Machine> {
  const context = newContext();
  await deploy(context, { name: 'shell' });
  const apiUrl = await serve(readyApi);
  const host = await startTestHost(Number(new URL(apiUrl).port), undefined, { context });
  ends.push(host.close);
  const env = { PORT: '0', API_URL: apiUrl, PORTAL_URL: `http://127.0.0.1:${host.port}` };
  return { env, clone: null, data: context.data, host: null, node: process.versions.node, now: () => new Date() };
}

/** A machine with other environment variables. */
const withEnv = (machine: Machine, env: Machine['env']): Machine => ({ ...machine, env: { ...machine.env, ...env } });

/** For each check a real fault, and the words of its finding. */
const faults: Record<string, [string, (machine: Machine) => Machine | Promise<Machine>]> = {
  D01: ['this is Node 18.20.0', (machine) => ({ ...machine, clone: repository, node: '18.20.0' })],
  D02: ['node_modules does not match', (machine) => ({ ...machine, clone: tempFolder() })],
  D03: ['there is no /nowhere/chromium', (machine) => ({ ...withEnv(machine, { CHROMIUM: '/nowhere/chromium' }), clone: repository })],
  D04: ['another program uses port', async (machine) => withEnv(machine, { PORT: new URL(await serve(readyApi)).port })],
  D05: [
    'is a file',
    (machine) => {
      const file = join(tempFolder(), 'file');
      writeFileSync(file, '');
      return { ...machine, data: join(file, 'delivery') };
    },
  ],
  D06: ['0.0 GiB are free for /proc/delivery', (machine) => ({ ...machine, data: '/proc/delivery' })],
  D07: ['PORTAL_TRUSTED_PROXIES', (machine) => withEnv(machine, { PORTAL_TRUSTED_PROXIES: 'two' })],
  D08: ['no program reads PORTAL_DATE', (machine) => withEnv(machine, { PORTAL_DATE: '/data' })],
  D09: ['needs S3_BUCKET', (machine) => withEnv(machine, { PORTAL_STORE: 'bucket' })],
  D10: [
    'there is no ops key',
    (machine) => {
      rmSync(join(machine.data, 'keys'), { recursive: true });
      return machine;
    },
  ],
  D11: [
    'the newest revision cannot be taken',
    (machine) => {
      writeFileSync(join(machine.data, 'revisions/1/registry.json'), '{"document":"{}","signature":""}');
      return machine;
    },
  ],
  D12: ['does not reply', (machine) => withEnv(machine, { PORTAL_URL: CLOSED })],
  D13: [
    'the timestamp of revision 1 has expired',
    async (machine) => {
      const timestamp = signTimestamp(1, new Date(Date.now() - 11 * 60_000), loadKey(machine.data, 'timestamp'));
      const expired = JSON.stringify({ document: '{"revision":1}', signature: '', timestamp });
      return withEnv(machine, { PORTAL_URL: await serve((_asked, reply) => reply.end(expired)) });
    },
  ],
  D14: ['does not reply', (machine) => withEnv(machine, { API_URL: CLOSED })],
  D15: [
    'the database at 127.0.0.1:1 does not reply (connect ECONNREFUSED 127.0.0.1:1)',
    (machine) => withEnv(machine, { API_URL: CLOSED, DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' }),
  ],
  D16: ['differ by 30', (machine) => ({ ...machine, now: () => new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 300_000) })],
  D17: [
    'the availability budget of shell is empty since',
    async (machine) => {
      await writeEvents(folderStore(machine.data), 'a1', 'shell', { [dayOf(Date.now())]: { views: 9000, bad: 900 } });
      return machine;
    },
  ],
};

const findingOf = async (machine: Machine, code: string) => (await examine(machine)).find((result) => result.code === code);

it('names a stored day of the error budgets that cannot be read', async () => {
  const machine = await soundMachine();
  await folderStore(machine.data).addHealthDay(dayOf(Date.now()), 'torn');
  expect(await findingOf(machine, 'D17')).toMatchObject({ state: 'failed', found: expect.stringContaining('cannot be read') });
});

it('has a fault for each check, and no code twice', () => {
  expect(Object.keys(faults)).toEqual(checks.map(({ code }) => code));
});

it('finds no failure on a sound machine', async () => {
  const results = await examine(await soundMachine());
  expect(results.filter(({ state }) => state !== 'ok').map(({ code, state }) => [code, state])).toEqual(
    ['D01', 'D02', 'D03'].map((code) => [code, 'skipped']),
  );
});

it.each(checks.map(({ code, subject, cause, fix }) => ({ code, subject, cause, fix })))(
  'reports $code ($subject) with cause and fix when it fails',
  async ({ code, cause, fix }) => {
    const [words, damage] = faults[code] ?? [];
    const finding = await findingOf((await damage?.(await soundMachine())) as Machine, code);
    expect(finding).toMatchObject({ state: 'failed', found: expect.stringContaining(words ?? '-'), cause, fix });
  },
);

it('reports a database that the API cannot use', async () => {
  const away: RequestListener = (_asked, reply) => reply.writeHead(503).end('{"message":"The database is away."}');
  const machine = withEnv(await soundMachine(), { API_URL: await serve(away) });
  expect(await findingOf(machine, 'D15')).toMatchObject({ state: 'failed', found: expect.stringContaining('The database is away.') });
});

it('finds host and API by the record of the portal host', async () => {
  const { env, ...rest } = await soundMachine();
  const port = Number(new URL(env.PORTAL_URL ?? '').port);
  const machine = { ...rest, env: {}, host: { pid: process.pid, port, url: 'https://portal.example.com', apiUrl: env.API_URL ?? '' } };
  const results = await examine(machine);
  expect(results.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(results.find(({ code }) => code === 'D04')?.found).toBe(`a portal host answers on port ${port}`);
});

describe('the command', () => {
  const { portal, said } = commandLine({});

  it('ends with 1 and prints cause and fix; creates no key', async () => {
    process.env.API_URL = CLOSED;
    expect(await portal('doctor')).toBe(1);
    expect(said().replace(/\s+/g, ' ')).toContain(`D14 failed guard API: ${CLOSED} does not reply`);
    expect(said()).toContain('    fix: npm start, or set API_URL to the address of the guard API.');
    expect(await findingOf({ ...(await soundMachine()), data: join(process.env.PORTAL_DATA ?? '', 'delivery') }, 'D10')).toMatchObject({
      found: 'the first start makes the keys',
    });
  });

  it('prints JSON for programs', async () => {
    expect(await portal('doctor', '--json')).toBe(1);
    const results: { code: string }[] = JSON.parse(said());
    expect(results.map(({ code }) => code)).toEqual(checks.map(({ code }) => code));
  });
});
