import { canariesFor, composed } from '@portal/mf-kit/canary';
import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';

export const folderOf = (name: string, version: string): string => `/modules/${name}/${version}/`;

/** The revision that this page runs under, and the hashes of every file that it may execute. */
export interface LiveRegistry {
  current(): Registry;
  /** The integrity of a same-origin path; undefined: not listed, must not run. Empty: a module served by its dev server. */
  integrity(path: string): string | undefined;
  knows(name: string, target: ModuleVersion): boolean;
  learn(name: string, manifest: ModuleManifest): void;
  /** Takes a newer revision; older and equal ones are ignored. Returns whether it was taken. */
  apply(next: Registry): boolean;
  onChange(listener: (changed: string[]) => void): () => void;
}

/** `draw`: this device's, which says whose canary it runs; null runs none. */
export function createRegistry(first: Registry, files: Record<string, string>, draw: number | null = null): LiveRegistry {
  const drawn = (registry: Registry) => composed(registry, canariesFor(registry, draw));
  let current = drawn(first);
  const hashes = new Map(Object.entries(files));
  const listeners = new Set<(changed: string[]) => void>();
  const inDev = (path: string) =>
    Object.entries(current.modules).some(([name, { dev, version }]) => dev && path.startsWith(folderOf(name, version)));
  return {
    current: () => current,
    integrity: (path) => hashes.get(path) ?? (inDev(path) ? '' : undefined),
    knows: (name, target) => hashes.has(folderOf(name, target.version) + target.entry) || inDev(folderOf(name, target.version)),
    learn(name, manifest) {
      for (const [file, { integrity }] of Object.entries(manifest.files)) hashes.set(folderOf(name, manifest.version) + file, integrity);
    },
    apply(next) {
      if (next.revision <= current.revision) return false;
      const before = current.modules;
      current = drawn(next);
      const after = current.modules;
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      const changed = [...names].filter((name) => before[name]?.version !== after[name]?.version);
      for (const listener of [...listeners]) listener(changed);
      return true;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
