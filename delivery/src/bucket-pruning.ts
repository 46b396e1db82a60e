import { randomUUID } from 'node:crypto';
import { bytesOf, type Pointer, parsed, type pointersIn, putOnce } from './bucket-pointers';
import { each } from './lanes';
import type { Objects } from './objects';
import type { Store } from './store';

export const removeAllOf = (objects: Objects) => async (prefix: string) =>
  void (await each(await objects.list(prefix), ({ key }) => objects.remove(key)));

/** The pointer of a hidden version; of two processes that hide it only one writes it. It is removed last. */
export const asideKey = (name: string, version: string) => `aside/${name}/${version}.json`;
/** The trace of a pruned version. */
export const traceKey = (name: string, version: string) => `pruned/${name}/${version}.json`;

/** The pruning operations of a store in a bucket. */
export function pruningIn(
  objects: Objects,
  pointers: ReturnType<typeof pointersIn>,
): Pick<Store, 'setAside' | 'aside' | 'putBack' | 'erase'> {
  const removeAll = removeAllOf(objects);
  async function asideOf(name: string, version: string): Promise<Pointer | null> {
    const bytes = await objects.get(asideKey(name, version));
    return bytes && parsed<Pointer>(bytes);
  }
  return {
    async setAside(name, version) {
      const pointer = await pointers.now(name, version);
      // The random mark distinguishes two processes that hide the same version.
      const bytes = pointer && bytesOf({ ...pointer, mark: randomUUID() });
      if (!bytes || !(await putOnce(objects, asideKey(name, version), bytes))) return false;
      await pointers.remove(name, version);
      return true;
    },
    async aside() {
      const found = await each(await objects.list('aside/'), async ({ key, at: since }) => {
        const [, name = '', version = ''] = /^aside\/([^/]+)\/(.+)\.json$/.exec(key) ?? [];
        const pointer = await asideOf(name, version);
        return pointer ? [{ name, version, at: pointer.at, bytes: pointer.bytes, since }] : [];
      });
      return found.flat();
    },
    async putBack(name, version) {
      const pointer = await asideOf(name, version);
      if (!pointer || (await objects.get(traceKey(name, version)))) return false;
      const { at, bytes, files } = pointer;
      await pointers.put(name, version, { at, bytes, files });
      await objects.remove(asideKey(name, version));
      return true;
    },
    async erase(name, version) {
      const pointer = await asideOf(name, version);
      if (!pointer) return;
      // An earlier attempt may have written the manifest already.
      await objects.putNew(traceKey(name, version), (await objects.get(`${pointer.files}/module.json`)) ?? new Uint8Array());
      await pointers.remove(name, version);
      for (const kind of ['files', 'maps']) await removeAll(`${kind}/${name}/${version}/`);
      await objects.remove(asideKey(name, version));
    },
  };
}
