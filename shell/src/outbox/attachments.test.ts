/** @jest-environment node */
import { limits } from '@portal/contracts/_kernel/limits';
import { copyForSending, copyForStorage } from './entryStore';

const photo = () => new File(['photo'], 'a.jpg', { type: 'image/jpeg', lastModified: 7 });
const broken = () => Object.assign(photo(), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });

it.each([
  ['stores', async (input: unknown) => (await copyForStorage(input)).input],
  ['sends', async (input: unknown) => (await copyForSending(input))?.input],
])('%s a copy of the chosen file with its name, type and date', async (_what, copy) => {
  const chosen = photo();
  const { file } = (await copy({ file: chosen })) as { file: File };
  expect(file).not.toBe(chosen);
  expect([file.name, file.type, file.lastModified, await file.text()]).toEqual(['a.jpg', 'image/jpeg', 7, 'photo']);
});

it('stores a recording as a Blob, not as a File', async () => {
  const { sound } = (await copyForStorage({ sound: new Blob(['hm'], { type: 'audio/webm' }) })).input as { sound: Blob };
  expect([sound instanceof File, sound.type, await sound.text()]).toEqual([false, 'audio/webm', 'hm']);
});

it('returns the size of the files, and no size for an input without files', async () => {
  expect(await copyForStorage({ file: photo(), rows: [photo()] })).toMatchObject({ bytes: 10 });
  const plain = { note: 'x' };
  expect(await copyForStorage(plain)).toEqual({ input: plain });
});

it('rejects files above the limit of one write', async () => {
  const large = (bytes: number) => Object.defineProperty(photo(), 'size', { value: bytes });
  expect(await copyForStorage(large(limits.kept.write))).toMatchObject({ bytes: limits.kept.write });
  await expect(copyForStorage(large(limits.kept.write + 1))).rejects.toThrow(`Too large to be kept: ${limits.kept.write + 1} bytes`);
});

it('returns null when the bytes of one file are lost', async () => {
  expect(await copyForSending({ rows: [photo(), broken()] })).toBeNull();
  await expect(copyForStorage(broken())).rejects.toThrow('gone');
});
