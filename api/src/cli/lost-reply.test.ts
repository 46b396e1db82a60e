import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { STAFF_TOKEN } from '../../test/test-env';
import { run } from './run-command';

/** The pauses of the last command before its retries, in milliseconds. */
const paused: number[] = [];
/** The output of `npm run staff -- …`. */
async function staffAs(settings: Record<string, string>, ...words: string[]): Promise<string> {
  paused.length = 0;
  let said = '';
  const write = (text: string) => {
    said += text;
  };
  const pause = async (ms: number) => paused.push(ms);
  await run(words, { settings, write, pause }).catch((error: Error) => write(`${error.message}\n`));
  return said;
}

describe('a write with a lost reply', () => {
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

  /** Runs a command against a portal that gives these replies, one for each call. */
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

  it('prints its key when no reply ever arrived, and accepts it by --again, which is not sent in the input', async () => {
    const never = await typedAt([lost, lost, lost], ...pay);
    const key = never.taken[0]?.key ?? '';
    expect(never.taken).toHaveLength(3);
    expect(never.said).toBe(
      `No answer came, and it may have been done. To repeat it without doing it twice, run the same command with --again ${key}\n`,
    );
    const again = await typedAt([says(200, { status: 'paid' })], ...pay, '--again', key);
    expect(again.taken).toEqual([{ key, body: { withdrawalId: pay[1] } }]);
    expect(JSON.parse(again.said)).toEqual({ status: 'paid' });
  });

  it('prints its key, too, after a 500, and not when it was refused', async () => {
    const broken = await typedAt([says(500, null, 'Something went wrong.')], ...pay);
    expect(broken.said).toBe(
      `Refused (500): Something went wrong.\nIt may have been done. To repeat it without doing it twice, run the same command with --again ${broken.taken[0]?.key}\n`,
    );
    expect((await typedAt([says(409, null, 'It is paid.')], ...pay)).said).toBe('Refused (409): It is paid.\n');
  });

  it.each([
    ['503', [503, 503, 503], 'Refused (503): no.'],
    ['503 after an answer was lost', [0, 503, 503], 'Refused (503): no.'],
    ['429 after one', [0, 429], 'Refused (429): no.'],
    ['401 after one', [0, 401], 'Refused (401): no.'],
    ['422 after one', [0, 422], 'Refused (422): no.'],
    ['413 of a proxy after one', [0, -413], 'Refused (413): this reply was not from the portal.'],
  ])('prints its key when it ends with %s: it may have been done', async (_what, codes, refused) => {
    const ofCode = (code: number): Answer => {
      if (code < 0) return (response) => response.writeHead(-code).end('<h1>Too large</h1>');
      return code === 0 ? lost : says(code, null, 'no.');
    };
    const { taken, said } = await typedAt(codes.map(ofCode), ...pay);
    const again = `To repeat it without doing it twice, run the same command with --again ${taken[0]?.key}`;
    expect([taken.length, said]).toEqual([codes.length, `${refused}\nIt may have been done. ${again}\n`]);
  });

  it('is sent again after Retry-After when the portal is busy, and not when a proxy refuses it', async () => {
    const busy: Answer = (response) => {
      response.setHeader('retry-after', '5');
      says(503, null, 'no.')(response);
    };
    const done = await typedAt([busy, says(503, null, 'no.'), says(200, { status: 'paid' })], ...pay);
    expect([JSON.parse(done.said), done.paused]).toEqual([{ status: 'paid' }, [5_000, 2_000]]);
    const large = await typedAt([(response) => response.writeHead(413).end('<h1>Too large</h1>')], ...pay);
    expect([large.taken.length, large.said]).toEqual([1, 'Refused (413): this reply was not from the portal.\n']);
  });

  it('has a new key each time it is typed; a read has no key, and is sent once', async () => {
    const [one, other] = [await typedAt([says(200, null)], ...pay), await typedAt([says(200, null)], ...pay)];
    expect(one.taken[0]?.key).not.toBe(other.taken[0]?.key);
    const read = await typedAt([lost], 'list-sos');
    expect([read.taken, read.said]).toEqual([[{ key: undefined, body: null }], expect.stringContaining('No portal answers at')]);
    expect((await typedAt([], 'list-sos', '--again', 'a-key-of-before')).said).toBe("unknown option '--again'\n");
    expect((await typedAt([], ...pay, '--again')).said).toBe("option '--again <key>' argument missing\n");
  });

  it('has a key for each batch, and explains how to continue after a batch that was already done', async () => {
    const batch = (left: number) => says(200, { retried: 100, left, before: before.at });
    const { taken, said } = await typedAt(
      [batch(9), lost, says(409, before, 'This was done already.')],
      'retry-dead',
      'sms',
      '--since',
      before.at,
    );
    expect([taken[1], taken[0]?.key === taken[1]?.key]).toEqual([taken[2], false]);
    expect(said).toContain('This was done already.\nRun the command again to continue.\n');
  });
});

it.each([
  [['constructor'], {}, "unknown command 'constructor'"],
  [['toString'], {}, "unknown command 'toString'"],
  [['__proto__'], {}, "unknown command '__proto__'"],
  [['hasOwnProperty'], {}, "unknown command 'hasOwnProperty'"],
  [['ack-sos', 'x'], { STAFF_URL: 'localhost:39999' }, 'STAFF_URL must begin with http:// or https://, and hold no name or password.'],
  [['ack-sos', 'x'], { STAFF_URL: 'nonsense' }, 'STAFF_URL must begin with http:// or https://, and hold no name or password.'],
  [
    ['ack-sos', 'x'],
    { STAFF_URL: 'http://a:b@localhost:39999' },
    'STAFF_URL must begin with http:// or https://, and hold no name or password.',
  ],
  [['ack-sos', 'x'], { STAFF_KEY: 'gpstaff_abc…' }, 'The staff key has characters that no key has: copy it again.'],
  [['ack-sos', 'x'], { STAFF_KEY: 'gpstaff_abc\nd' }, 'The staff key has characters that no key has: copy it again.'],
  [['ack-sos', 'x', '--again', 'a-key-of-b…'], {}, '--again must have 8 to 200 visible characters: the key as it was printed.'],
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
  'prints only the reason for an input that cannot be sent: %j with %j',
  async (words, settings, said) => {
    const lines = (await staffAs({ STAFF_TOKEN, ...settings }, ...words)).trimEnd().split('\n');
    expect(lines.at(-1)).toBe(said);
    expect(lines.join()).not.toContain('it may have been done');
    expect(paused).toEqual([]);
  },
);
