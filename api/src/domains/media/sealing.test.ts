import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { mediaFolder } from '../../../test/files';
import { setKeyring } from '../../../test/services';
import { startApi, type TestApi, type TestGuard } from '../../../test/test-api';
import { testEnv } from '../../../test/test-env';
import { missingKeys, rotateKeys } from '../../platform/identity/key-rotation';
import { openForExport, storeImage } from './media.service';

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
