import { canariesFor, withCanaries } from '@portal/mf-kit/canary';
import type { ModuleManifest, ModuleVersion, Registry, RegistryModule } from '@portal/mf-kit/module';

/** A version; of an override also where its folder is. */
interface Located extends Pick<ModuleVersion, 'version'> {
  from?: string;
}

/** What a page runs in the place of a module's versions, from a folder of another origin. */
export type OverrideEntry = RegistryModule & Required<Located>;

/** Where a version's files are. */
export const folderOf = (name: string, { version, from }: Located): string => from ?? `/modules/${name}/${version}/`;

/** How the registry names a file: by its path, and what an override takes from another origin by its address. */
export function registryKey(url: string): string {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin ? pathname : origin + pathname;
}

/** The revision that this page runs under, and the hashes of every file that it may execute. */
export interface ModuleRegistry {
  current(): Registry;
  /** The integrity of a path of this origin, or of an address of another one; undefined: not listed, must not run. Empty: a module served by its dev server. */
  integrity(path: string): string | undefined;
  hasFiles(name: string, target: ModuleVersion): boolean;
  addManifest(name: string, manifest: ModuleManifest): void;
  /** Takes a newer revision; older and equal ones are ignored. Returns whether it was taken. */
  apply(next: Registry): boolean;
  /** From now on this stands in the place of the module, whatever a revision says of it; with the hashes of its files. */
  override(name: string, entry: OverrideEntry, files: Record<string, string>): void;
  onChange(listener: (changed: string[]) => void): () => void;
}

/** `draw`: this device's, which says whose canary it runs; null runs none. */
export function createRegistry(first: Registry, files: Record<string, string>, draw: number | null = null): ModuleRegistry {
  const overriding = new Map<string, OverrideEntry>();
  function withOwnCanaries(registry: Registry): Registry {
    const own = withCanaries(registry, canariesFor(registry, draw));
    return overriding.size === 0 ? own : { ...own, modules: { ...own.modules, ...Object.fromEntries(overriding) } };
  }
  let newest = first;
  let current = withOwnCanaries(newest);
  const hashes = new Map(Object.entries(files));
  const listeners = new Set<(changed: string[]) => void>();
  function notify(changed: string[]): void {
    for (const listener of [...listeners]) listener(changed);
  }
  const inDev = (path: string) =>
    Object.entries(current.modules).some(([name, { dev, version }]) => dev && path.startsWith(folderOf(name, { version })));
  return {
    current: () => current,
    integrity: (path) => hashes.get(path) ?? (inDev(path) ? '' : undefined),
    hasFiles: (name, target) => hashes.has(folderOf(name, target) + target.entry) || inDev(folderOf(name, target)),
    addManifest(name, manifest) {
      for (const [file, { integrity }] of Object.entries(manifest.files)) hashes.set(folderOf(name, manifest) + file, integrity);
    },
    apply(next) {
      if (next.revision <= current.revision) return false;
      const before = current.modules;
      newest = next;
      current = withOwnCanaries(newest);
      const after = current.modules;
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      notify([...names].filter((name) => before[name]?.version !== after[name]?.version));
      return true;
    },
    override(name, entry, own) {
      overriding.set(name, entry);
      for (const [file, hash] of Object.entries(own)) hashes.set(file, hash);
      current = withOwnCanaries(newest);
      notify([name]);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
