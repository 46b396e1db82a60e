import { type ObjectStore, startObjectStore } from '../../api/test/object-store';
import { bucketStore } from './bucket-store';
import { commandLine } from './commandLine';
import { fakeBuild, scratch } from './fixtures';
import { openObjects } from './objects';
import { assertConditions, openStore } from './open-store';
import { Overtaken } from './refusal';

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

describe('a bucket that cannot be used', () => {
  afterEach(() => double.failWith(null));

  it('is said as what it is, in one line, and nothing of a version is seen', async () => {
    const store = bucketStore(await openObjects(double.bucket, 'away'));
    double.failWith(503);
    for (const act of [
      () => store.registry(),
      () => store.add('mf-jobs', '1.0.0', files('x'), new Map()),
      () => store.swap(null, 'one', line(1)),
    ])
      await expect(act()).rejects.toThrow(/^the bucket guards cannot be used: 503 SlowDown/);
    double.failWith(null);
    expect([await store.versions('mf-jobs'), await store.registry()]).toEqual([[], null]);
    await store.add('mf-jobs', '1.0.0', files('x'), new Map());
  });

  it('leaves nothing of a version whose upload broke off, and takes it again', async () => {
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

  /** A bucket that writes what begins so, and then is away; `isBack`: it can be asked whether it did. */
  async function losingAnswers(prefix: string, begins: string, isBack: boolean) {
    const objects = await openObjects(double.bucket, prefix);
    let isLost = false;
    return {
      ...objects,
      async putNew(key: string, bytes: Uint8Array) {
        const isMade = await objects.putNew(key, bytes);
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

  it.each([true, false])('whose answer was lost keeps a version whole whose pointer it may have: it can be asked, %s', async (isBack) => {
    const prefix = `lost-version-${isBack}`;
    const adding = bucketStore(await losingAnswers(prefix, 'versions/', isBack)).add('mf-jobs', '1.0.0', files('x'), new Map());
    await (isBack ? adding : expect(adding).rejects.toThrow('the line broke'));
    const store = bucketStore(await openObjects(double.bucket, prefix));
    expect([await store.versions('mf-jobs'), Buffer.from((await store.read('mf-jobs', '1.0.0', 'deep/a.js')) ?? '').toString()]).toEqual([
      ['1.0.0'],
      'x',
    ]);
  });

  it('whose answer was lost is asked whether the revision is there: it is, or another one is', async () => {
    const store = bucketStore(await losingAnswers('lost-swap', 'revisions/', true));
    expect(await store.swap(null, 'one', line(1))).toEqual([]);
    const other = bucketStore(await openObjects(double.bucket, 'lost-swap'));
    await other.swap('one', 'two', line(2));
    const late = {
      ...(await losingAnswers('lost-swap', 'revisions/', true)),
      list: async () => [{ key: 'revisions/0000000001.json', at: 0, size: 0 }],
    };
    await expect(bucketStore(late).swap('one', 'other two', line(2))).rejects.toThrow('someone else changed the registry meanwhile');
  });

  it('that lets a publisher down leaves nothing that came after the failure either', async () => {
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

  it('that tells two of one key to come again, however often, has one that was overtaken', async () => {
    const objects = await openObjects(double.bucket, 'conflict');
    double.failWith(409, 'PUT');
    await expect(objects.putNew('key', Buffer.from('mine'))).rejects.toBeInstanceOf(Overtaken);
  });

  it('is refused when it writes in spite of a condition', async () => {
    const objects = await openObjects(double.bucket, 'blind');
    await assertConditions(objects, 'guards');
    const blind = { ...objects, putNew: async (key: string, bytes: Uint8Array) => objects.put(key, bytes).then(() => true) };
    await expect(assertConditions(blind, 'guards')).rejects.toThrow('the bucket guards knows no conditional writes (If-None-Match)');
  });

  it('is not told a lost answer from one that came: the revision is there, and said to be', async () => {
    const objects = await openObjects(double.bucket, 'lost');
    const bytes = Buffer.from('mine');
    await objects.put('key', bytes);
    expect([await objects.putNew('key', bytes), await objects.putNew('key', Buffer.from('other'))]).toEqual([true, false]);
  });

  it.each([
    [{ PORTAL_STORE: 'bucket' }, 'PORTAL_STORE=bucket needs S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION: see'],
    [{ PORTAL_STORE: 'cloud' }, 'PORTAL_STORE=cloud must be folder or bucket'],
  ])('because it is not named: %s', async (env, words) => {
    await expect(openStore(scratch(), env, true)).rejects.toThrow(words);
  });
});

it('a bucket is not asked for all revisions to know the newest one, unless that was set aside', async () => {
  const objects = await openObjects(double.bucket, 'many');
  const asked: (string | undefined)[] = [];
  const store = bucketStore({
    ...objects,
    list(prefix, after) {
      asked.push(after);
      return objects.list(prefix, after);
    },
  });
  for (const revision of [1, 2, 3]) await store.swap(await store.registry(), `${revision}`, line(revision));
  asked.length = 0;
  expect([await store.registry(), asked]).toEqual(['3', ['revisions/0000000001.json']]);
  await objects.put('revisions/0000000003.json.bad', Buffer.from('bad'));
  await objects.remove('revisions/0000000003.json');
  expect([await store.registry(), (await store.newest()).used]).toEqual(['2', 3]);
  await store.swap('2', '4', line(4));
  expect(await store.registry()).toBe('4');
});

describe('a bucket that may only be read', () => {
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
    'is enough for `portal %s`, and whatever writes asks first whether it knows conditions',
    async (command) => {
      double.failWith(403, 'PUT');
      expect([await portal(command), said()]).toEqual([0, expect.anything()]);
      expect(await portal('publish', 'shell', '--dir', fakeBuild({ name: 'shell' }))).toBe(1);
      expect(said()).toContain('the bucket guards cannot be used: 403');
    },
  );
});
