/** @jest-environment node */
import { limits } from '@portal/contracts/_kernel/limits';
import { copyForSending, copyForStorage } from './entryStore';

const photo = () => new File(['photo'], 'a.jpg', { type: 'image/jpeg', lastModified: 7 });
const broken = () => Object.assign(photo(), { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) });

it.each([
  ['keeps', async (input: unknown) => (await copyForStorage(input)).input],
  ['sends', async (input: unknown) => (await copyForSending(input))?.input],
])('%s a file as the guard chose it, and not the reference to it', async (_what, copy) => {
  const chosen = photo();
  const { file } = (await copy({ file: chosen })) as { file: File };
  expect(file).not.toBe(chosen);
  expect([file.name, file.type, file.lastModified, await file.text()]).toEqual(['a.jpg', 'image/jpeg', 7, 'photo']);
});

it('keeps a recording that is no file as none', async () => {
  const { sound } = (await copyForStorage({ sound: new Blob(['hm'], { type: 'audio/webm' }) })).input as { sound: Blob };
  expect([sound instanceof File, sound.type, await sound.text()]).toEqual([false, 'audio/webm', 'hm']);
});

it('says how many bytes it keeps, and nothing of what has no files', async () => {
  expect(await copyForStorage({ file: photo(), rows: [photo()] })).toMatchObject({ bytes: 10 });
  const plain = { note: 'x' };
  expect(await copyForStorage(plain)).toEqual({ input: plain });
});

it('keeps no more than a write may have', async () => {
  const large = (bytes: number) => Object.defineProperty(photo(), 'size', { value: bytes });
  expect(await copyForStorage(large(limits.kept.write))).toMatchObject({ bytes: limits.kept.write });
  await expect(copyForStorage(large(limits.kept.write + 1))).rejects.toThrow(`Too large to be kept: ${limits.kept.write + 1} bytes`);
});

it('has nothing to send once the bytes of one are gone', async () => {
  expect(await copyForSending({ rows: [photo(), broken()] })).toBeNull();
  await expect(copyForStorage(broken())).rejects.toThrow('gone');
});
