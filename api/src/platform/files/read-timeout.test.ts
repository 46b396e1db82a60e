import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { sql } from 'kysely';
import { type ObjectStore, startObjectStore } from '../../../test/object-store';
import { testApi } from '../../../test/test-api';
import { db } from '../database/db';
import { newFilename, openFileStorage, readFile, storeFile } from './file-storage';
import { StoreUnavailable } from './file-store';
import { readTimeout } from './read-timeout';
import { openS3Store } from './s3-store';

const api = testApi();
const { ...patient } = readTimeout;
let store: ObjectStore;
let go = () => {};

beforeAll(async () => {
  store = await startObjectStore();
});
beforeEach(() => openFileStorage({ dataFolder: temporaryFolder('halfway'), bucket: store.bucket }));
afterEach(() => {
  go();
  jest.useRealTimers();
  Object.assign(readTimeout, patient);
});
afterAll(() => store.stop());

/** From here on a silence lasts as long as the test says: that the machine stands still for a moment is none. */
const holdTime = () =>
  jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'nextTick', 'setImmediate', 'setInterval', 'clearInterval', 'queueMicrotask'] });

describe('a bucket that stops in the middle of what it says', () => {
  const stored = Buffer.alloc(2_000_000, 'portal');
  beforeEach(async () => {
    await storeFile('halfway.png', stored);
    go = store.hold('halfway');
  });

  it('fails a reading that waits for more', async () => {
    readTimeout.mostMs = 100;
    const stream = await readFile('halfway.png');
    await expect(buffer(stream as Readable)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(stream?.destroyed).toBe(true);
  });

  it('does not count the time in which its reader wants nothing, nor that of it all', async () => {
    const slow = (await readFile('halfway.png')) as Readable;
    holdTime();
    const wanted = slow[Symbol.asyncIterator]();
    const first = (await wanted.next()).value as Buffer;
    // Until as much lies ready as is kept for a reader.
    while (slow.readableLength < slow.readableHighWaterMark) await turn();
    jest.advanceTimersByTime(2 * readTimeout.mostMs);
    go();
    const rest: Buffer[] = [];
    for await (const chunk of { [Symbol.asyncIterator]: () => wanted }) {
      rest.push(chunk as Buffer);
      jest.advanceTimersByTime(readTimeout.mostMs / 3);
    }
    expect(rest.length).toBeGreaterThan(3);
    expect(Buffer.concat([first, ...rest]).equals(stored)).toBe(true);
  });

  it('ends a reading that its reader gives up, and fails one whose connection breaks', async () => {
    const [given, broken] = [await readFile('halfway.png'), await readFile('halfway.png')];
    given?.destroy();
    const failed = buffer(broken as Readable).catch((error: Error) => error.message);
    store.cut();
    expect(await failed).toMatch(/aborted|closed/i);
  });

  it('ends any other call, of which no byte is awaited for ever either', async () => {
    const files = (await openS3Store(store.bucket, 200))('media');
    const listed = async () => {
      for await (const page of files.list()) return page;
    };
    await expect(listed()).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(files.move('halfway.png', 'elsewhere.png')).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

describe('who looks at a picture of which no more comes', () => {
  /** Looks at a picture of so many bytes while the bucket stops in the middle of it. */
  async function look(bytes: number): Promise<Response> {
    const filename = newFilename('gif');
    await storeFile(filename, Buffer.alloc(bytes, 'portal'));
    await sql`insert into media (filename, owner_id, content_type, bytes, created_at)
      values (${filename}, null, 'image/gif', ${bytes}, '2027-03-10T15:00:00Z')`.execute(db());
    go = store.hold('halfway');
    return fetch(`${api.url}${fullPath(previewMedia)}?filename=${filename}`);
  }

  it('has the answer ended', async () => {
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
      jest.advanceTimersByTime(readTimeout.mostMs / 3);
      await turn();
    }
    expect(ended).toBe('terminated');
  });

  it('is told so by 503 when not a byte has come', async () => {
    readTimeout.mostMs = 100;
    const reply = await look(1);
    expect(reply.status).toBe(503);
    expect(await reply.json()).toMatchObject({ code: 503 });
  });
});
