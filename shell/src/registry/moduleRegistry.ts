import { canariesFor, withCanaries } from '@portal/mf-kit/canary';
import type { ModuleManifest, ModuleVersion, Registry, RegistryModule } from '@portal/mf-kit/module';

/** A module version, with the folder of its override. */
interface Located extends Pick<ModuleVersion, 'version'> {
  from?: string;
}

/** A build on another origin that this page runs instead of the active version. */
export type OverrideEntry = RegistryModule & Required<Located>;

export const folderOf = (name: string, { version, from }: Located): string => from ?? `/modules/${name}/${version}/`;

/** The name of a file in the registry: its path, or its address if an override loads it from another origin. */
export function registryKey(url: string): string {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin ? pathname : origin + pathname;
}

/**
 * The revision of this page, and the hashes of all files that it may run. `draw`: the number of this device, which decides the canaries that
 * it runs. Null runs none.
 */
export function createRegistry(first: Registry, files: Record<string, string>, draw: number | null = null) {
  const overriding = new Map<string, OverrideEntry>();
  function withOwnCanaries(registry: Registry): Registry {
    const withCanary = withCanaries(registry, canariesFor(registry, draw));
    return overriding.size === 0 ? withCanary : { ...withCanary, modules: { ...withCanary.modules, ...Object.fromEntries(overriding) } };
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
    /** The integrity of a path of this origin, or of another origin's address. Undefined: not listed, must not run. Empty: from a dev server. */
    integrity: (path: string): string | undefined => hashes.get(path) ?? (inDev(path) ? '' : undefined),
    hasFiles: (name: string, target: ModuleVersion): boolean =>
      hashes.has(folderOf(name, target) + target.entry) || inDev(folderOf(name, target)),
    addManifest(name: string, manifest: ModuleManifest) {
      for (const [file, { integrity }] of Object.entries(manifest.files)) hashes.set(folderOf(name, manifest) + file, integrity);
    },
    /** Accepts a newer revision and ignores others. Returns whether it was accepted. */
    apply(next: Registry): boolean {
      if (next.revision <= current.revision) return false;
      const before = current.modules;
      newest = next;
      current = withOwnCanaries(newest);
      const after = current.modules;
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      notify([...names].filter((name) => before[name]?.version !== after[name]?.version));
      return true;
    },
    /** Replaces a module by this override, with the hashes of its files. Later revisions do not change that. */
    override(name: string, entry: OverrideEntry, own: Record<string, string>) {
      overriding.set(name, entry);
      for (const [file, hash] of Object.entries(own)) hashes.set(file, hash);
      current = withOwnCanaries(newest);
      notify([name]);
    },
    onChange(listener: (changed: string[]) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type ModuleRegistry = ReturnType<typeof createRegistry>;
