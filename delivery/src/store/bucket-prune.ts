import { randomUUID } from 'node:crypto';
import { bytesOf, createOnce, type Pointer, parseJson, type pointersIn } from './bucket-pointers';
import { mapConcurrent } from './concurrent';
import type { ObjectStore } from './object-store';
import type { Store } from './store';

export const removeAllOf = (objects: ObjectStore) => async (prefix: string) =>
  void (await mapConcurrent(await objects.list(prefix), ({ key }) => objects.remove(key)));

/** The pointer of a hidden version; of two processes that hide it only one writes it. It is removed last. */
export const hiddenKey = (name: string, version: string) => `aside/${name}/${version}.json`;
/** The trace of a pruned version. */
export const tombstoneKey = (name: string, version: string) => `pruned/${name}/${version}.json`;

/** The pruning operations of a store in a bucket. */
export function pruningIn(
  objects: ObjectStore,
  pointers: ReturnType<typeof pointersIn>,
): Pick<Store, 'hide' | 'listHidden' | 'unhide' | 'deleteVersion'> {
  const removeAll = removeAllOf(objects);
  async function asideOf(name: string, version: string): Promise<Pointer | null> {
    const bytes = await objects.get(hiddenKey(name, version));
    return bytes && parseJson<Pointer>(bytes);
  }
  return {
    async hide(name, version) {
      const pointer = await pointers.now(name, version);
      // The random mark distinguishes two processes that hide the same version.
      const bytes = pointer && bytesOf({ ...pointer, mark: randomUUID() });
      if (!bytes || !(await createOnce(objects, hiddenKey(name, version), bytes))) return false;
      await pointers.remove(name, version);
      return true;
    },
    async listHidden() {
      const found = await mapConcurrent(await objects.list('aside/'), async ({ key, at: since }) => {
        const [, name = '', version = ''] = /^aside\/([^/]+)\/(.+)\.json$/.exec(key) ?? [];
        const pointer = await asideOf(name, version);
        return pointer ? [{ name, version, at: pointer.at, bytes: pointer.bytes, since }] : [];
      });
      return found.flat();
    },
    async unhide(name, version) {
      const pointer = await asideOf(name, version);
      if (!pointer || (await objects.get(tombstoneKey(name, version)))) return false;
      const { at, bytes, files } = pointer;
      await pointers.put(name, version, { at, bytes, files });
      await objects.remove(hiddenKey(name, version));
      return true;
    },
    async deleteVersion(name, version) {
      const pointer = await asideOf(name, version);
      if (!pointer) return;
      // An earlier attempt may have written the manifest already.
      await objects.putIfAbsent(tombstoneKey(name, version), (await objects.get(`${pointer.files}/module.json`)) ?? new Uint8Array());
      await pointers.remove(name, version);
      for (const kind of ['files', 'maps']) await removeAll(`${kind}/${name}/${version}/`);
      await objects.remove(hiddenKey(name, version));
    },
  };
}
