import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { applyForOpening, listCareerApplications } from '@portal/contracts/career/career.endpoints';
import { staticPage } from '@portal/contracts/pages/pages.endpoints';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { STAFF_TOKEN, startApi, type TestApi } from '../testing/api';
import { fileOf } from '../testing/pictures';
import { run } from './run';

let api: TestApi;
const folder = temporaryFolder('staff');
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** What the command line says: `npm run staff -- …`. */
const staff = (...words: string[]): Promise<string> => staffAs({ STAFF_TOKEN }, ...words);
/** How long the last command waited before it asked once more. */
const paused: number[] = [];
const around = (settings: Record<string, string>) => ({ STAFF_URL: api.url, INIT_CWD: folder, ...settings });
async function staffAs(settings: Record<string, string>, ...words: string[]): Promise<string> {
  paused.length = 0;
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  const pause = async (ms: number) => paused.push(ms);
  await run(words, { settings: around(settings), write, pause }).catch((error: Error) => write(`${error.message}\n`));
  return said;
}

/** The same in a process of its own, as it is typed. */
const typed = (settings: Record<string, string>, ...words: string[]): Promise<{ code: unknown; said: string; failed: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...around(settings) };
    execFile(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'cli.ts'), ...words], { env }, (error, said, failed) =>
      resolve({ code: error?.code ?? 0, said, failed }),
    );
  });

it('in a shell says what it did, or ends as a failure and says why', async () => {
  expect(await typed({ STAFF_TOKEN }, 'list-sos')).toEqual({ code: 0, said: '[]\n', failed: '' });
  const refused = 'Refused (401): The staff key is missing or not right.\n';
  expect(await typed({ STAFF_KEY: 'gpstaff_none' }, 'list-sos')).toEqual({ code: 1, said: '', failed: refused });
});

it('asks for each further batch of what was given up with the end that the first one was answered', async () => {
  const asked: unknown[] = [];
  const portal = createServer(async (request, response) => {
    asked.push(JSON.parse(await text(request)));
    const data = { retried: 100, left: 3 - asked.length, before: `2027-03-10T15:00:0${asked.length}.000Z` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 200, message: '', data }));
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const { port } = portal.address() as AddressInfo;
  await staffAs({ STAFF_TOKEN, STAFF_URL: `http://127.0.0.1:${port}` }, 'retry-dead', 'sms', '--since', '2027-03-10T14:00Z');
  await new Promise((resolve) => portal.close(resolve));
  const first = { channel: 'sms', since: '2027-03-10T14:00Z' };
  expect(asked).toEqual([first, { ...first, before: '2027-03-10T15:00:01.000Z' }, { ...first, before: '2027-03-10T15:00:02.000Z' }]);
});

describe('a write whose answer is lost', () => {
  interface Taken {
    key: string | undefined;
    body: unknown;
  }
  type Answer = (response: ServerResponse) => unknown;
  const lost: Answer = (response) => response.destroy();
  const half: Answer = (response) => response.writeHead(200, { 'content-length': '100' }).write('{"co', () => response.destroy());
  const ofAProxy: Answer = (response) => response.writeHead(504).end('<h1>Gateway timeout</h1>');
  const says =
    (code: number, data: unknown, message = ''): Answer =>
    (response) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message, data }));
  const before = { number: 17, at: '2027-03-10T15:00:00.000Z', reference: 'f00d' };

  /** Types a command at a portal that answers so, one call after the other. */
  async function typedAt(answers: Answer[], ...words: string[]) {
    const taken: Taken[] = [];
    const portal = createServer(async (request, response) => {
      const key = request.headers['idempotency-key'];
      taken.push({ key: key as string | undefined, body: JSON.parse((await text(request)) || 'null') });
      answers.shift()?.(response);
    });
    await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
    const said = await staffAs({ STAFF_TOKEN, STAFF_URL: url }, ...words);
    await new Promise((resolve) => portal.close(resolve));
    return { taken, said, paused: [...paused] };
  }
  const pay = ['pay-withdrawal', '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01'];

  it.each([
    ['the connection ended', lost],
    ['its answer ended in the middle', half],
    ['a proxy answered in its place', ofAProxy],
  ])('is asked for again under the same key when %s, and what was done is no failure', async (_what, gone) => {
    const { taken, said } = await typedAt([gone, gone, says(409, before, 'This was done already.')], ...pay);
    expect(taken).toEqual([taken[0], taken[0], taken[0]]);
    expect(taken[0]).toEqual({ key: expect.stringMatching(/^[0-9a-f-]{36}$/), body: { withdrawalId: pay[1] } });
    expect(said).toBe('This was done already.\n');
  });

  it('says its key when no answer ever came, and takes it with --again, which is no part of the input', async () => {
    const never = await typedAt([lost, lost, lost], ...pay);
    const key = never.taken[0]?.key ?? '';
    expect(never.taken).toHaveLength(3);
    expect(never.said).toBe(
      `No answer came, and it may have been done. To ask once more without doing it twice, type the same with --again ${key}\n`,
    );
    const again = await typedAt([says(200, { status: 'paid' })], ...pay, '--again', key);
    expect(again.taken).toEqual([{ key, body: { withdrawalId: pay[1] } }]);
    expect(JSON.parse(again.said)).toEqual({ status: 'paid' });
  });

  it('says its key, too, when the portal does not know what became of it, and not when it was refused', async () => {
    const broken = await typedAt([says(500, null, 'Something went wrong.')], ...pay);
    expect(broken.said).toBe(
      `Refused (500): Something went wrong.\nIt may have been done. To ask once more without doing it twice, type the same with --again ${broken.taken[0]?.key}\n`,
    );
    expect((await typedAt([says(409, null, 'It is paid.')], ...pay)).said).toBe('Refused (409): It is paid.\n');
  });

  it.each([
    ['503', [503, 503, 503], 'Refused (503): no.'],
    ['503 after an answer was lost', [0, 503, 503], 'Refused (503): no.'],
    ['429 after one', [0, 429], 'Refused (429): no.'],
    ['401 after one', [0, 401], 'Refused (401): no.'],
    ['422 after one', [0, 422], 'Refused (422): no.'],
    ['413 of a proxy after one', [0, -413], 'Refused (413): this was no answer of the portal.'],
  ])('says its key when it ends with %s: it may have been done', async (_what, codes, refused) => {
    const ofCode = (code: number): Answer => {
      if (code < 0) return (response) => response.writeHead(-code).end('<h1>Too large</h1>');
      return code === 0 ? lost : says(code, null, 'no.');
    };
    const { taken, said } = await typedAt(codes.map(ofCode), ...pay);
    const again = `To ask once more without doing it twice, type the same with --again ${taken[0]?.key}`;
    expect([taken.length, said]).toEqual([codes.length, `${refused}\nIt may have been done. ${again}\n`]);
  });

  it('is sent again when the portal is busy, as late as that wishes; and is not when something on the way refuses it', async () => {
    const busy: Answer = (response) => {
      response.setHeader('retry-after', '5');
      says(503, null, 'no.')(response);
    };
    const done = await typedAt([busy, says(503, null, 'no.'), says(200, { status: 'paid' })], ...pay);
    expect([JSON.parse(done.said), done.paused]).toEqual([{ status: 'paid' }, [5_000, 2_000]]);
    const large = await typedAt([(response) => response.writeHead(413).end('<h1>Too large</h1>')], ...pay);
    expect([large.taken.length, large.said]).toEqual([1, 'Refused (413): this was no answer of the portal.\n']);
  });

  it('is another one each time it is typed; what only reads has no key, and is asked once', async () => {
    const [one, other] = [await typedAt([says(200, null)], ...pay), await typedAt([says(200, null)], ...pay)];
    expect(one.taken[0]?.key).not.toBe(other.taken[0]?.key);
    const read = await typedAt([lost], 'list-sos');
    expect([read.taken, read.said]).toEqual([[{ key: undefined, body: null }], expect.stringContaining('No portal answers at')]);
    expect((await typedAt([], 'list-sos', '--again', 'a-key-of-before')).said).toBe('--again is for what writes: list-sos only reads.\n');
    expect((await typedAt([], ...pay, '--again')).said).toBe('Say which key: --again KEY.\n');
  });

  it('of an act in batches has a key for each, and says how to go on after one that was done', async () => {
    const batch = (left: number) => says(200, { retried: 100, left, before: before.at });
    const { taken, said } = await typedAt(
      [batch(9), lost, says(409, before, 'This was done already.')],
      'retry-dead',
      'sms',
      '--since',
      before.at,
    );
    expect([taken[1], taken[0]?.key === taken[1]?.key]).toEqual([taken[2], false]);
    expect(said).toContain('This was done already.\nType it again for what is left.\n');
  });
});

it.each([
  [['constructor'], {}, 'Unknown command: constructor'],
  [['toString'], {}, 'Unknown command: toString'],
  [['__proto__'], {}, 'Unknown command: __proto__'],
  [['hasOwnProperty'], {}, 'Unknown command: hasOwnProperty'],
  [['ack-sos', 'x'], { STAFF_URL: 'localhost:39999' }, 'STAFF_URL must begin with http:// or https://, and hold no name or password.'],
  [['ack-sos', 'x'], { STAFF_URL: 'nonsense' }, 'STAFF_URL must begin with http:// or https://, and hold no name or password.'],
  [
    ['ack-sos', 'x'],
    { STAFF_URL: 'http://a:b@localhost:39999' },
    'STAFF_URL must begin with http:// or https://, and hold no name or password.',
  ],
  [['ack-sos', 'x'], { STAFF_KEY: 'gpstaff_abc…' }, 'The staff key has characters that no key has: copy it anew.'],
  [['ack-sos', 'x'], { STAFF_KEY: 'gpstaff_abc\nd' }, 'The staff key has characters that no key has: copy it anew.'],
  [['ack-sos', 'x', '--again', 'a-key-of-b…'], {}, '--again must have 8 to 200 visible characters: the key as it was said.'],
  [
    ['ack-sos', 'x'],
    { STAFF_URL: 'http://127.0.0.1:1' },
    'Nothing was sent: no portal answers at http://127.0.0.1:1. Start it, or set STAFF_URL.',
  ],
  [
    ['ack-sos', 'x'],
    { STAFF_URL: 'http://127.0.0.1:39999' },
    'Nothing was sent: no portal answers at http://127.0.0.1:39999. Start it, or set STAFF_URL.',
  ],
  [['set-content', 'terms', '--file', '.'], {}, '. is not a file.'],
] as [string[], Record<string, string>, string][])(
  'what cannot be sent is said, and that alone: %j with %j',
  async (words, settings, said) => {
    const lines = (await staffAs({ STAFF_TOKEN, ...settings }, ...words)).trimEnd().split('\n');
    expect(lines.at(-1)).toBe(said);
    expect(lines.join()).not.toContain('it may have been done');
    expect(paused).toEqual([]);
  },
);

it('sets a text from a file; one that is missing, too large or not right is refused in words', async () => {
  writeFileSync(join(folder, 'terms.html'), '<h2>Terms</h2><script>alert(1)</script>');
  writeFileSync(join(folder, 'large.html'), 'x'.repeat(1024 * 1024));
  writeFileSync(join(folder, 'faq.json'), '[{"title": "Pay"}]');
  expect(JSON.parse(await staff('set-content', 'terms', '--file', 'terms.html'))).toEqual({ what: 'terms', count: 14 });
  expect((await api.call(staticPage, { type: 'terms' })).data.description).toBe('<h2>Terms</h2>');
  expect(await staff('set-content', 'terms', '--file', 'nowhere.html')).toBe('There is no file nowhere.html.\n');
  expect(await staff('set-content', 'terms', '--file', 'large.html')).toBe('large.html: This is larger than 200 kB. Please shorten it.\n');
  expect(await staff('set-content', 'faq', '--file', 'faq.json')).toContain('text: Row 1: questionAnswers is missing');
  expect(await staff('set-content', 'terms')).toBe('Name the file with --file.\n');
});

it('saves the file of an application, over no file that is there', async () => {
  const bytes = Buffer.from('%PDF-1.7\n%%EOF\n');
  const application = { name: 'Zoë Roy', email: 'zoe@example.com', phone: '4165550134', consent: true };
  await api.call(applyForOpening, { ...application, file: fileOf(bytes, 'cv.pdf', 'application/pdf') });
  const [{ applicationId } = { applicationId: '' }] = (await api.call(listCareerApplications, {})).data;
  expect(await staff('save-career-file', applicationId)).toBe('Saved as application.pdf\n');
  expect(readFileSync(join(folder, 'application.pdf'))).toEqual(bytes);
  expect(await staff('save-career-file', applicationId)).toContain('choose another name with --to');
  expect(await staff('save-career-file', applicationId, '--to', 'zoe.pdf')).toBe('Saved as zoe.pdf\n');
  expect(readdirSync(folder)).toContain('zoe.pdf');
  expect(await staff('save-career-file', '5f0c1d1e-6a52-4a0b-9a58-0d4f1b8f7a01')).toContain('Refused (404)');
});

it('makes the first key beside the database, which makes the others; each acts by their own, until it is taken back', async () => {
  const { host, user, database } = api.database;
  const DATABASE_URL = api.database.connectionString ?? `postgres://${user}@/${database}?host=${host}`;
  const wanted = ['--name', 'Ada Ops', '--role', 'ops', '--expires', '2027-06-30'];
  const [none, expires] = [{ STAFF_KEY: 'gpstaff_none', STAFF_TOKEN: '' }, addDays(torontoDate(new Date()), 30)];
  expect(await staffAs(none, 'create-key', ...wanted)).toBe('Refused (401): The staff key is missing or not right.\n');
  expect(await staffAs({ DATABASE_URL }, 'keys', '--database')).toBe('Only create-key speaks to the database itself.\n');
  const first = ['create-key', '--database', '--name', 'Ada Ops', '--expires', expires, '--role'];
  expect((await typed({ DATABASE_URL }, ...first, 'chief')).failed).toContain('Name a role');
  const ops = JSON.parse((await typed({ DATABASE_URL }, ...first, 'ops')).said);
  const asOps = { STAFF_KEY: ops.key };
  api.clock.set(new Date().toISOString());
  const finance = JSON.parse(await staffAs(asOps, 'create-key', '--name', 'Ben Pay', '--role', 'finance', '--expires', expires));
  expect(JSON.parse(await staffAs({ STAFF_KEY: finance.key }, 'list-withdrawals'))).toEqual([]);
  expect(await staffAs({ STAFF_KEY: finance.key }, 'list-sos')).toBe(
    'Refused (403): This call is for dispatcher and support; your key is for finance.\n',
  );
  expect(JSON.parse(await staffAs(asOps, 'revoke-key', finance.keyId))).toMatchObject({ name: 'Ben Pay', revokedAt: expect.any(String) });
  expect(await staffAs({ STAFF_KEY: finance.key }, 'list-withdrawals')).toBe('Refused (401): This staff key was revoked.\n');
  expect(
    JSON.parse(await staffAs(asOps, 'keys'))
      .map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(['Ada Ops', 'Ben Pay']);
  const lines = JSON.parse(await staffAs(asOps, 'audit', '--by', 'ada ops', '--since', '2026-01-01'));
  expect(lines.map(({ act }: { act: string }) => act)).toEqual(['staff.audit', 'staff.keys', 'staff.revoke-key', 'staff.create-key']);
  const made = JSON.parse(await staffAs(asOps, 'audit', '--by', 'database'));
  expect(made).toMatchObject([{ act: 'staff.create-key', keyId: null, changes: [{ row: ops.keyId }] }]);
});
