import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '@portal/contracts/_kernel/clock';
import { fullPath } from '@portal/contracts/_kernel/endpoint';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { type ObjectStore, startObjectStore } from '../../../test/object-store';
import { askCopy, copyOf, createKnownGuard, fetchCopy } from '../../../test/privacy';
import { setFiles } from '../../../test/services';
import { testApi } from '../../../test/test-api';
import { readZip } from '../../../test/zip';
import { storeImage } from '../../domains/media/media.service';
import { deleteOrphanFiles } from '../../jobs/delete-orphan-files.job';
import { deleteExpiredExports, runNextExport } from '../../jobs/export-data.job';
import { readEnv } from '../config/env';
import { checkFileStorage, newFilename, storeFile } from './file-storage';
import { type FileStore, StoreUnavailable } from './file-store';
import { folderStore } from './folder-store';
import { openS3Store } from './s3-store';

/** The bucket of S3_*, if set: `npm run lab -- cluster` runs this file against a real store. */
const given = readEnv({ ...process.env, PORTAL_MODE: 'demo', PORTAL_DATA: temporaryFolder('env') }).bucket;

let double: ObjectStore;
beforeAll(async () => {
  double = await startObjectStore();
});
afterAll(() => double.stop());

const kinds: [string, () => Promise<FileStore>][] = [
  ['a folder', async () => folderStore(join(temporaryFolder('store'), 'made', 'by itself'))],
  ['a bucket', async () => (await openS3Store(given ?? double.bucket))(`test-${randomUUID()}`)],
];

describe.each(kinds)('%s', (_kind, open) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });
  const textOf = async (name: string, part?: { start: number; end: number }) => {
    const stream = await store.open(name, part);
    return stream && (await buffer(stream)).toString();
  };
  const names = async () => {
    const found: string[] = [];
    for await (const files of store.list()) found.push(...files.map(({ name }) => name));
    return found.sort();
  };

  it('is empty at first, and writable', async () => {
    expect(await names()).toEqual([]);
    await store.check();
  });

  it('returns a stored file whole and in parts, and replaces a file with the same name', async () => {
    await store.put('a.png', Buffer.from('0123456789'));
    expect([await textOf('a.png'), await textOf('a.png', { start: 2, end: 4 }), await textOf('a.png', { start: 9, end: 9 })]).toEqual([
      ...['0123456789', '234', '9'],
    ]);
    await store.put('a.png', Buffer.from('other'));
    expect(await textOf('a.png')).toBe('other');
  });

  it('stores a local file, which stays in place', async () => {
    const path = join(temporaryFolder('large'), 'file');
    const bytes = Buffer.alloc(3_000_000, 'portal');
    writeFileSync(path, bytes);
    await store.putFrom('large.zip', path);
    await store.putFrom('large.zip', path);
    expect(await textOf('large.zip')).toBe(bytes.toString());
  });

  it('returns null for an unknown name', async () => {
    expect([await store.open('none.png'), await store.open('none.png', { start: 0, end: 1 })]).toEqual([null, null]);
  });

  it('moves files, and removes a file once or twice', async () => {
    await store.put('from.part', Buffer.from('moved'));
    await store.move('from.part', 'to.zip');
    expect([await textOf('from.part'), await textOf('to.zip')]).toEqual([null, 'moved']);
    await store.remove('to.zip');
    await store.remove('to.zip');
    expect(await textOf('to.zip')).toBeNull();
    await expect(store.move('to.zip', 'elsewhere')).rejects.toThrow();
  });

  it('lists all files with the system time at which they were written', async () => {
    const wanted = Array.from({ length: 5 }, (_, index) => `${index}.txt`);
    for (const name of wanted) await store.put(name, Buffer.from(name));
    expect(await names()).toEqual([...wanted, 'a.png', 'large.zip']);
    for await (const files of store.list())
      for (const { modifiedAt } of files) expect(Math.abs(systemClock.now().getTime() - modifiedAt)).toBeLessThan(60_000);
  });

  it('keeps names inside the store', async () => {
    await store.put('../../outside.txt', Buffer.from('inside'));
    expect(await textOf('outside.txt')).toBe('inside');
  });
});

describe('a bucket that cannot be used', () => {
  afterEach(() => double.failWith(null));

  it('throws StoreUnavailable, so that the caller may retry', async () => {
    const store = (await openS3Store(double.bucket))('away');
    double.failWith(503);
    for (const act of [() => store.check(), () => store.put('a', Buffer.from('a')), () => store.open('a'), () => store.remove('a')])
      await expect(act()).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('writes nothing to the console when a call throws', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const path = join(temporaryFolder('quiet'), 'file');
    writeFileSync(path, 'quiet');
    double.failWith(503);
    await expect((await openS3Store(double.bucket))('away').putFrom('a', path)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
  });

  it.each([
    ['an unknown key', { keyId: 'nobody' }, /The bucket guards cannot be used: 403/],
    ['a bucket that does not exist', { name: 'nobodys' }, /The bucket nobodys cannot be used: 404/],
    ['an address without a listener', { endpoint: 'http://127.0.0.1:9' }, /The bucket guards cannot be used: .*ECONNREFUSED/],
  ])('fails the start with one line: %s', async (_what, other, line) => {
    await setFiles({ dataFolder: temporaryFolder('wrong'), bucket: { ...double.bucket, ...other } });
    const failure = await checkFileStorage().catch((error: Error) => error.message);
    expect(failure).toMatch(line);
    expect(failure).not.toContain('\n');
  });
});

describe('the API with a bucket', () => {
  const api = testApi();
  beforeEach(() => setFiles({ dataFolder: temporaryFolder('on-its-way'), bucket: double.bucket }));
  const named = async (prefix: string) => double.keys().filter((key) => key.startsWith(prefix));

  it('stores pictures, sends them whole and in parts, and adds them to the export of their guard', async () => {
    await checkFileStorage();
    const { guard } = await createKnownGuard(api);
    const keys = await named('media/');
    expect(keys.every((key) => key.endsWith('.sealed'))).toBe(true);
    const pictures = keys.map((key) => key.slice('media/'.length, -'.sealed'.length));
    expect([pictures.length, api.storedFiles()]).toEqual([2, []]);
    const part = await fetch(`${api.url}${fullPath(previewMedia)}?filename=${pictures[0]}`, {
      headers: { authorization: `Bearer ${guard.token}`, range: 'bytes=1-3' },
    });
    expect([part.status, part.headers.get('content-range')?.startsWith('bytes 1-3/'), await part.text()]).toEqual([206, true, 'PNG']);
    await askCopy(api, guard);
    expect(await runNextExport()).toBe(true);
    const copy = await copyOf(api, guard);
    expect(await named('exports/')).toEqual([`exports/${copy?.id}.zip`]);
    const files = readZip(Buffer.from(await (await fetchCopy(api, guard, copy)).arrayBuffer()));
    expect([...files.keys()].filter((name) => name.startsWith('files/')).sort()).toEqual(pictures.map((name) => `files/${name}`).sort());
    api.clock.advance({ hours: 24 });
    await deleteExpiredExports();
    expect(await named('exports/')).toEqual([]);
  });

  it('deletes only orphan files that are older than an hour', async () => {
    const known = await storeImage(Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'image/gif', null);
    const [old, fresh] = [newFilename('png'), newFilename('png')];
    for (const name of [old, fresh]) await storeFile(name, Buffer.from('left behind'));
    for (const name of [known, old]) double.age(`media/${name}`, 61);
    expect(await deleteOrphanFiles()).toBe(1);
    expect(await named('media/')).toEqual(expect.arrayContaining([`media/${known}`, `media/${fresh}`]));
    expect(await named('media/')).not.toContain(`media/${old}`);
  });

  it('replies 503 while the bucket is unavailable, and is not ready', async () => {
    const open = async () => {
      const filename = await storeImage(Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'image/gif', null);
      return () => fetch(`${api.url}${fullPath(previewMedia)}?filename=${filename}`).then(({ status }) => status);
    };
    const [shown, ready] = [await open(), () => fetch(`${api.url}/readyz`).then(({ status }) => status)];
    expect([await shown(), await ready()]).toEqual([200, 200]);
    double.failWith(503);
    expect([await shown(), await ready()]).toEqual([503, 503]);
    double.failWith(null);
    expect([await shown(), await ready()]).toEqual([200, 200]);
  });
});
