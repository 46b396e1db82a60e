import { UserError } from '../errors';
import { mapConcurrent } from './concurrent';
import type { ObjectStore } from './object-store';
import { isSafeName, type PublishedVersion } from './store';

/** The place of a version's files and the time of its publication. One conditional write publishes the version. */
export interface Pointer {
  at: number;
  bytes: number;
  files: string;
}

export const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
export const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
export const parseJson = <T>(bytes: Uint8Array): T => JSON.parse(textOf(bytes)) as T;

/** `putIfAbsent`. An error does not show whether the write happened, so the key is read again. */
export const createOnce = (objects: ObjectStore, key: string, bytes: Uint8Array): Promise<boolean> =>
  objects.putIfAbsent(key, bytes).catch(async (error: unknown) => {
    const there = await objects.get(key).catch(() => null);
    if (!there) throw error;
    return Buffer.from(there).equals(bytes);
  });

/** The pointers of all versions. They are cached, because they change only by removal. */
export function pointersIn(objects: ObjectStore) {
  const known = new Map<string, Pointer>();
  const keyOf = (name: string, version: string) => `versions/${name}/${version}.json`;
  const pointers = {
    /** Reads from the bucket, because another process may have pruned the version. */
    async now(name: string, version: string): Promise<Pointer | null> {
      if (!isSafeName(name) || !isSafeName(version)) throw new UserError(`${name}@${version} is not a module and version`);
      const bytes = await objects.get(keyOf(name, version));
      const pointer = bytes && parseJson<Pointer>(bytes);
      if (pointer) known.set(keyOf(name, version), pointer);
      else known.delete(keyOf(name, version));
      return pointer;
    },
    /** The cached pointer, only after a call of `now`. */
    of: async (name: string, version: string): Promise<Pointer | null> => known.get(keyOf(name, version)) ?? pointers.now(name, version),
    put: (name: string, version: string, pointer: Pointer) => createOnce(objects, keyOf(name, version), bytesOf(pointer)),
    async remove(name: string, version: string) {
      await objects.remove(keyOf(name, version));
      known.delete(keyOf(name, version));
    },
    async all(name = ''): Promise<PublishedVersion[]> {
      const found = (await objects.list(`versions/${name && `${name}/`}`)).flatMap(({ key }) => {
        const [, module, version] = /^versions\/([^/]+)\/(.+)\.json$/.exec(key) ?? [];
        return module && version ? [{ name: module, version }] : [];
      });
      const read = await mapConcurrent(found, async (one) => ({ ...one, pointer: await pointers.of(one.name, one.version) }));
      return read
        .flatMap(({ pointer, ...one }) => (pointer ? [{ ...one, at: pointer.at, bytes: pointer.bytes }] : []))
        .sort((a, b) => (a.name === b.name ? a.at - b.at : a.name < b.name ? -1 : 1));
    },
  };
  return pointers;
}
