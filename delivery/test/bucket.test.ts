import { setTimeout as pause } from 'node:timers/promises';
import { type ObjectStore, startObjectStore } from '../../api/test/object-store';
import { ConcurrentChange } from '../src/errors';
import { bucketStore } from '../src/store/bucket-store';
import { openObjects } from '../src/store/object-store';
import { checkConditionalWrites, openStore } from '../src/store/open-store';
import { commandLine } from './command-line';
import { fakeBuild, tempFolder } from './fixtures';

let double: ObjectStore;
beforeAll(async () => {
  double = await startObjectStore();
});
afterAll(() => double.stop());

const line = (revision: number) => ({ revision, at: '2026-05-01T12:00:00Z', by: 'ana', why: '', changes: [] });
const files = (text: string) =>
  new Map([
    ['module.json', Buffer.from('{}')],
    ['deep/a.js', Buffer.from(text)],
  ]);

describe('a bucket with errors', () => {
  afterEach(() => double.failWith(null));

  it('is reported in one line, and no version is visible', async () => {
    const store = bucketStore(await openObjects(double.bucket, 'away'));
    double.failWith(503);
    for (const act of [
      () => store.registry(),
      () => store.add('mf-jobs', '1.0.0', files('x'), new Map()),
      () => store.appendRevision(null, 'one', line(1)),
    ])
      await expect(act()).rejects.toThrow(/^the bucket guards cannot be used: 503 SlowDown/);
    double.failWith(null);
    expect([await store.versions('mf-jobs'), await store.registry()]).toEqual([[], null]);
    await store.add('mf-jobs', '1.0.0', files('x'), new Map());
  });

  it('leaves no part of a version whose upload failed, and accepts the next upload', async () => {
    const objects = await openObjects(double.bucket, 'broken');
    let puts = 0;
    const store = bucketStore({
      ...objects,
      async put(key, bytes) {
        if (++puts === 2) throw new Error('broken off');
        await objects.put(key, bytes);
      },
    });
    await expect(store.add('mf-jobs', '1.0.0', files('x'), new Map())).rejects.toThrow('broken off');
    expect([await store.versions('mf-jobs'), (await objects.list('')).filter(({ key }) => key.endsWith('module.json'))]).toEqual([[], []]);
    await store.add('mf-jobs', '1.0.0', files('x'), new Map());
    expect(await store.versions('mf-jobs')).toEqual(['1.0.0']);
  });

  /** A bucket that executes writes with this prefix and then fails; `isBack`: it answers later reads. */
  async function losingAnswers(prefix: string, begins: string, isBack: boolean) {
    const objects = await openObjects(double.bucket, prefix);
    let isLost = false;
    return {
      ...objects,
      async putIfAbsent(key: string, bytes: Uint8Array) {
        const isMade = await objects.putIfAbsent(key, bytes);
        if (!key.startsWith(begins)) return isMade;
        isLost = true;
        throw new Error('the line broke');
      },
      async get(key: string) {
        if (isLost && !isBack) throw new Error('away');
        return objects.get(key);
      },
    };
  }

  it.each([true, false])('keeps the files of a version when the reply to its pointer was lost: later reads work, %s', async (isBack) => {
    const prefix = `lost-version-${isBack}`;
    const adding = bucketStore(await losingAnswers(prefix, 'versions/', isBack)).add('mf-jobs', '1.0.0', files('x'), new Map());
    await (isBack ? adding : expect(adding).rejects.toThrow('the line broke'));
    const store = bucketStore(await openObjects(double.bucket, prefix));
    expect([await store.versions('mf-jobs'), Buffer.from((await store.read('mf-jobs', '1.0.0', 'deep/a.js')) ?? '').toString()]).toEqual([
      ['1.0.0'],
      'x',
    ]);
  });

  it('reads the revision again when the reply was lost, and finds its own or another one', async () => {
    const store = bucketStore(await losingAnswers('lost-swap', 'revisions/', true));
    expect(await store.appendRevision(null, 'one', line(1))).toEqual([]);
    const other = bucketStore(await openObjects(double.bucket, 'lost-swap'));
    await other.appendRevision('one', 'two', line(2));
    const late = {
      ...(await losingAnswers('lost-swap', 'revisions/', true)),
      list: async () => [{ key: 'revisions/0000000001.json', at: 0, size: 0 }],
    };
    await expect(bucketStore(late).appendRevision('one', 'other two', line(2))).rejects.toThrow('someone else has changed the registry');
  });

  it('follows another revision under the number of one that was removed', async () => {
    const objects = await openObjects(double.bucket, 'reused');
    let at = 1;
    // A bucket states times in seconds, and this test does not wait for the next one.
    const store = bucketStore({ ...objects, list: async (...given) => (await objects.list(...given)).map((one) => ({ ...one, at })) });
    await store.appendRevision(null, 'one', line(1));
    const [revision] = await objects.list('revisions/');
    let changes = 0;
    const stop = store.watch(() => changes++);
    while (changes < 1) await pause(20);
    await objects.remove(revision?.key ?? '');
    await store.appendRevision(null, 'two', line(1));
    at = 2;
    const before = changes;
    while (changes === before) await pause(20);
    stop();
    expect(await store.registry()).toBe('two');
  });

  it('leaves no file that was uploaded after the failure of another file', async () => {
    const objects = await openObjects(double.bucket, 'late');
    let underWay = 0;
    const store = bucketStore({
      ...objects,
      async put(key, bytes) {
        if (key.endsWith('module.json')) throw new Error('broken off');
        underWay++;
        await objects.put(key, bytes);
        underWay--;
      },
    });
    await expect(store.add('mf-jobs', '1.0.0', files('x'), new Map())).rejects.toThrow('broken off');
    expect([underWay, await objects.list('')]).toEqual([0, []]);
  });

  it('rejects a write as concurrent when the bucket answers 409 to every attempt', async () => {
    const objects = await openObjects(double.bucket, 'conflict');
    double.failWith(409, 'PUT');
    await expect(objects.putIfAbsent('key', Buffer.from('mine'))).rejects.toBeInstanceOf(ConcurrentChange);
  });

  it('is rejected when it ignores the condition of a write', async () => {
    const objects = await openObjects(double.bucket, 'blind');
    await checkConditionalWrites(objects, 'guards');
    const blind = { ...objects, putIfAbsent: async (key: string, bytes: Uint8Array) => objects.put(key, bytes).then(() => true) };
    await expect(checkConditionalWrites(blind, 'guards')).rejects.toThrow('the bucket guards knows no conditional writes (If-None-Match)');
  });

  it('recognises its own bytes when the reply was lost and the attempt repeated', async () => {
    const objects = await openObjects(double.bucket, 'lost');
    const bytes = Buffer.from('mine');
    await objects.put('key', bytes);
    expect([await objects.putIfAbsent('key', bytes), await objects.putIfAbsent('key', Buffer.from('other'))]).toEqual([true, false]);
  });

  it.each([
    [{ PORTAL_STORE: 'bucket' }, 'PORTAL_STORE=bucket needs S3_BUCKET, its keys and its region: see'],
    [{ PORTAL_STORE: 'cloud' }, 'PORTAL_STORE must be one of folder, bucket'],
  ])('rejects incomplete settings: %s', async (env, words) => {
    await expect(openStore(tempFolder(), env, true)).rejects.toThrow(words);
  });
});

it('lists only the newest revisions of a bucket, unless the newest was set aside', async () => {
  const objects = await openObjects(double.bucket, 'many');
  const asked: (string | undefined)[] = [];
  const store = bucketStore({
    ...objects,
    list(prefix, after) {
      asked.push(after);
      return objects.list(prefix, after);
    },
  });
  for (const revision of [1, 2, 3]) await store.appendRevision(await store.registry(), `${revision}`, line(revision));
  asked.length = 0;
  expect([await store.registry(), asked]).toEqual(['3', ['revisions/0000000001.json']]);
  await objects.put('revisions/0000000003.json.bad', Buffer.from('bad'));
  await objects.remove('revisions/0000000003.json');
  expect([await store.registry(), (await store.latestRevision()).used]).toEqual(['2', 3]);
  await store.appendRevision('2', '4', line(4));
  expect(await store.registry()).toBe('4');
});

describe('a read-only bucket', () => {
  const { portal, said } = commandLine({ '/search-job': 'Search' });
  beforeEach(() => {
    const { bucket } = double;
    Object.assign(process.env, {
      PORTAL_STORE: 'bucket',
      S3_BUCKET: bucket.name,
      S3_ENDPOINT: bucket.endpoint,
      S3_ACCESS_KEY_ID: bucket.keyId,
      S3_SECRET_ACCESS_KEY: bucket.secret,
    });
  });
  afterEach(() => {
    double.failWith(null);
    for (const setting of ['PORTAL_STORE', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
      delete process.env[setting];
  });

  it.each([['status'], ['history'], ['tokens']])(
    'is enough for `portal %s`; commands that write test its conditional writes first',
    async (command) => {
      double.failWith(403, 'PUT');
      expect([await portal(command), said()]).toEqual([0, expect.anything()]);
      expect(await portal('publish', 'shell', '--dir', fakeBuild({ name: 'shell' }))).toBe(1);
      expect(said()).toContain('the bucket guards cannot be used: 403');
    },
  );
});

it('reads a revision again when its number is used a second time after its removal', async () => {
  const objects = await openObjects(double.bucket, 'again');
  const [store, other] = [bucketStore(objects), bucketStore(objects)];
  await store.appendRevision(null, 'one', line(1));
  await store.appendRevision('one', 'of an attacker', { ...line(2), by: 'mallory' });
  expect([(await other.history()).at(-1)?.by, await other.registry(), await other.revision(2)]).toEqual([
    'mallory',
    'of an attacker',
    'of an attacker',
  ]);
  await objects.remove('revisions/0000000002.json');
  await store.appendRevision('one', 'two', line(2));
  await store.appendRevision('two', 'three', line(3));
  expect([(await other.history()).map(({ by }) => by), await other.revision(2)]).toEqual([['ana', 'ana', 'ana'], 'two']);
});
