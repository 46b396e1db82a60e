import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { mediaFolder } from '../../../test/files';
import { startApi, type TestApi, type TestGuard, testEnv } from '../../../test/test-api';
import { deleteOrphanFiles } from '../../jobs/delete-orphan-files';
import { db } from '../../platform/database/db';
import { storeFile } from '../../platform/files/file-storage';
import { missingKeys, rotateKeys } from '../../platform/identity/key-rotation';
import { setKeyring } from '../../platform/identity/keyring';
import { openForExport, storeImage } from './media.service';
import { sealFiles } from './sealing.service';

let api: TestApi;
let guard: TestGuard;
beforeAll(async () => {
  api = await startApi();
  guard = await api.guard();
});
afterAll(() => api.stop());
afterEach(() => setKeyring(testEnv.secretKeys));

const PICTURE = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 31) % 251));
const pathOf = (name: string) => join(mediaFolder(), name);
const isThere = (name: string) => existsSync(pathOf(name));
const store = () => storeImage(PICTURE, 'image/png', guard.id);
const preview = (filename: string, range?: string) =>
  fetch(`${api.url}/v1/media/preview?filename=${filename}`, {
    headers: { authorization: `Bearer ${guard.token}`, ...(range && { range }) },
  });
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());

/** A file as the previous release stores it. */
async function storePlain(): Promise<string> {
  const filename = await store();
  await storeFile(filename, PICTURE);
  await sql`update media set key_id = null, key_sealed = null, is_sealed = false where filename = ${filename}`.execute(db());
  return filename;
}
const isMarked = async (filename: string) =>
  (await sql<{ yes: boolean }>`select is_sealed as yes from media where filename = ${filename}`.execute(db())).rows[0]?.yes;

describe('a file of a guard', () => {
  it('is stored encrypted and served as it was sent, whole and in parts', async () => {
    const filename = await store();
    expect(isThere(filename)).toBe(false);
    const stored = readFileSync(pathOf(`${filename}.sealed`));
    expect(stored.includes(PICTURE.subarray(0, 16))).toBe(false);
    expect(await bytesOf(await preview(filename))).toEqual(PICTURE);
    for (const [start, end] of [
      [0, 0],
      [65_530, 65_545],
      [199_990, 199_999],
    ] as const) {
      const part = await preview(filename, `bytes=${start}-${end}`);
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/200000`]);
      expect(await bytesOf(part)).toEqual(PICTURE.subarray(start, end + 1));
    }
  });

  it.each<[string, (own: Buffer, other: Buffer) => Buffer]>([
    ['one byte is changed', (own) => Buffer.concat([own.subarray(0, -1), Buffer.from([(own.at(-1) ?? 0) ^ 1])])],
    ['its end is cut off', (own) => own.subarray(0, 100_000)],
    ['all but its first bytes are cut off', (own) => own.subarray(0, 20)],
    ['it is replaced by another sealed file', (_own, other) => other],
    ['it is replaced by a plain file', () => PICTURE],
  ])('is refused, and not a byte of it is sent, when %s', async (_change, change) => {
    const [filename, other] = [await store(), await store()];
    writeFileSync(
      pathOf(`${filename}.sealed`),
      change(readFileSync(pathOf(`${filename}.sealed`)), readFileSync(pathOf(`${other}.sealed`))),
    );
    const reply = await preview(filename);
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({ userMessage: 'This file is damaged and cannot be opened.' });
    expect(await openForExport(filename)).toBeNull();
  });

  it('can be opened for its export', async () => {
    const opened = await openForExport(await store());
    expect(opened && (await buffer(opened))).toEqual(PICTURE);
  });
});

describe('a plain file of an older release', () => {
  it('is served, encrypted once by two concurrent workers, and still served', async () => {
    const filename = await storePlain();
    expect(await bytesOf(await preview(filename))).toEqual(PICTURE);
    const counts = await Promise.all([sealFiles(), sealFiles()]);
    expect(counts[0] + counts[1]).toBe(1);
    expect([isThere(filename), await isMarked(filename)]).toEqual([false, true]);
    expect(await bytesOf(await preview(filename))).toEqual(PICTURE);
    expect(await sealFiles()).toBe(0);
  });

  it.each<[string, (filename: string) => Promise<void>]>([
    ['the key was stored', async (name) => void (await sql`update media set is_sealed = false where filename = ${name}`.execute(db()))],
    [
      'the key was stored under a secret key that is gone',
      async (name) => void (await sql`update media set is_sealed = false, key_id = 'gone' where filename = ${name}`.execute(db())),
    ],
  ])('is sealed by the next turn when a process was killed after %s', async (_step, interrupt) => {
    const filename = await storePlain();
    await sealFiles();
    await storeFile(filename, PICTURE);
    await interrupt(filename);
    expect(await sealFiles()).toBe(1);
    expect(await bytesOf(await preview(filename))).toEqual(PICTURE);
  });

  it('is removed by the clean-up when a process was killed before it removed it', async () => {
    const filename = await store();
    await storeFile(filename, PICTURE);
    for (const name of [filename, `${filename}.sealed`]) utimesSync(pathOf(name), 1_000, 1_000);
    expect(await deleteOrphanFiles()).toBe(1);
    expect([isThere(filename), isThere(`${filename}.sealed`)]).toEqual([false, true]);
  });

  it('does not stop the encryption of others when it is missing from the store', async () => {
    const [missing, there] = [await storePlain(), await storePlain()];
    rmSync(pathOf(missing));
    expect(await sealFiles()).toBe(1);
    expect([await isMarked(missing), await isMarked(there)]).toEqual([false, true]);
    await sql`delete from media where filename = ${missing}`.execute(db());
  });
});

describe('when the secret key changes', () => {
  const young = { id: 'young', bytes: Buffer.alloc(32, 9) };

  it('rotate-keys encrypts the data keys under the new key, and the stored file stays as it is', async () => {
    const filename = await store();
    const before = readFileSync(pathOf(`${filename}.sealed`));
    setKeyring([young, ...testEnv.secretKeys]);
    for (let after: string | null | undefined; after !== null; ) after = (await rotateKeys(after)).after;
    setKeyring([young]);
    expect(await missingKeys()).toEqual([]);
    expect(await bytesOf(await preview(filename))).toEqual(PICTURE);
    expect(readFileSync(pathOf(`${filename}.sealed`))).toEqual(before);
  });

  it('a missing key is counted, and the file is refused', async () => {
    setKeyring([{ id: 'lost', bytes: Buffer.alloc(32, 5) }]);
    const filename = await store();
    setKeyring(testEnv.secretKeys);
    expect(await missingKeys()).toContainEqual({ keyId: 'lost', count: 1 });
    expect((await preview(filename)).status).toBe(409);
  });
});
