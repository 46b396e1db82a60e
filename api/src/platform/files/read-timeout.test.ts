import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { sql } from 'kysely';
import { type ObjectStore, startObjectStore } from '../../../test/object-store';
import { setFiles, setLimits } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { newFilename, readFile, storeFile } from './file-storage';
import { StoreUnavailable } from './file-store';
import { openS3Store } from './s3-store';

const api = testApi();
const PATIENT_MS = 30_000;
let store: ObjectStore;
let go = () => {};

beforeAll(async () => {
  store = await startObjectStore();
});
beforeEach(() => setFiles({ dataFolder: temporaryFolder('halfway'), bucket: store.bucket }));
afterEach(() => {
  go();
  jest.useRealTimers();
  setLimits({ readTimeoutMs: PATIENT_MS });
});
afterAll(() => store.stop());

/** Makes idle time depend on the test alone: a stall of the machine does not count. */
const holdTime = () =>
  jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'setImmediate', 'setInterval', 'clearInterval', 'queueMicrotask'] });

describe('a bucket that stops in the middle of a reply', () => {
  const stored = Buffer.alloc(2_000_000, 'portal');
  beforeEach(async () => {
    await storeFile('halfway.png', stored);
    go = store.hold('halfway');
  });

  it('fails a read that waits for more data', async () => {
    setLimits({ readTimeoutMs: 100 });
    const stream = await readFile('halfway.png');
    await expect(buffer(stream as Readable)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(stream?.destroyed).toBe(true);
  });

  it('counts neither the time in which the reader does not read nor the total time', async () => {
    const slow = (await readFile('halfway.png')) as Readable;
    holdTime();
    const wanted = slow[Symbol.asyncIterator]();
    const first = (await wanted.next()).value as Buffer;
    // Waits until the buffer for the reader is full.
    while (slow.readableLength < slow.readableHighWaterMark) await turn();
    jest.advanceTimersByTime(2 * PATIENT_MS);
    go();
    const rest: Buffer[] = [];
    for await (const chunk of { [Symbol.asyncIterator]: () => wanted }) {
      rest.push(chunk as Buffer);
      jest.advanceTimersByTime(PATIENT_MS / 3);
    }
    expect(rest.length).toBeGreaterThan(3);
    expect(Buffer.concat([first, ...rest]).equals(stored)).toBe(true);
  });

  it('ends a read that its reader destroys, and fails one with a broken connection', async () => {
    const [given, broken] = [await readFile('halfway.png'), await readFile('halfway.png')];
    given?.destroy();
    const failed = buffer(broken as Readable).catch((error: Error) => error.message);
    store.cut();
    expect(await failed).toMatch(/aborted|closed/i);
  });

  it('ends every other call without a complete reply', async () => {
    const files = (await openS3Store(store.bucket, 200))('media');
    const listed = async () => {
      for await (const page of files.list()) return page;
    };
    await expect(listed()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(files.move('halfway.png', 'elsewhere.png')).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

describe('the reader of a picture when the bucket stops', () => {
  /** Requests a picture of `bytes` bytes while the bucket stops in the middle of it. */
  async function look(bytes: number): Promise<Response> {
    const filename = newFilename('gif');
    await storeFile(filename, Buffer.alloc(bytes, 'portal'));
    await sql`insert into media (filename, owner_id, content_type, bytes, created_at)
      values (${filename}, null, 'image/gif', ${bytes}, '2027-03-10T15:00:00Z')`.execute(db());
    go = store.hold('halfway');
    return fetch(`${api.url}${fullPath(previewMedia)}?filename=${filename}`);
  }

  it('gets an aborted reply', async () => {
    holdTime();
    const reply = await look(2_000_000);
    expect(reply.status).toBe(200);
    let ended = '';
    void reply.arrayBuffer().then(
      () => {
        ended = 'as if it were whole';
      },
      (error: Error) => {
        ended = error.message;
      },
    );
    while (!ended) {
      jest.advanceTimersByTime(PATIENT_MS / 3);
      await turn();
    }
    expect(ended).toBe('terminated');
  });

  it('gets 503 when no byte has arrived', async () => {
    setLimits({ readTimeoutMs: 100 });
    const reply = await look(1);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ code: 503 });
  });
});
