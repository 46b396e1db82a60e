import type { ModuleManifest, ModuleVersion } from '@portal/mf-kit/module';
import type { RemoteLifecycles } from '@portal/mf-kit/portal';
import { closeContainer, openContainer } from './container';
import { fetchManifest } from './manifest';
import { folderOf, type LiveRegistry } from './registry';
import type { Sources } from './sources';

export const LOAD_MS = 8000;

export interface Loader {
  /** The lifecycles of one version. Rejects when a file is missing or not the listed one; a hung one is the caller's deadline. */
  load(name: string, target: ModuleVersion): Promise<RemoteLifecycles>;
  /** Learns a version's hashes, and its files where they were not inlined. */
  manifest(name: string, target: ModuleVersion): Promise<ModuleManifest | null>;
  /** Drops one version: container, chunk list, styles. Only after it has unmounted. `failed`: the next load asks anew. */
  forget(name: string, target: ModuleVersion, failed?: boolean): void;
}

export function createLoader(registry: LiveRegistry, sources: Sources): Loader {
  const loading = new Map<string, Promise<RemoteLifecycles>>();
  const manifests = new Map<string, Promise<ModuleManifest>>();

  function manifest(name: string, target: ModuleVersion): Promise<ModuleManifest> {
    const known = manifests.get(target.container);
    if (known) return known;
    const fetched = fetchManifest(name, target, sources, LOAD_MS).then((found) => {
      registry.learn(name, found);
      return found;
    });
    fetched.catch(() => manifests.delete(target.container));
    manifests.set(target.container, fetched);
    return fetched;
  }

  async function load(name: string, target: ModuleVersion): Promise<RemoteLifecycles> {
    if (!registry.knows(name, target)) await manifest(name, target);
    const url = sources.tryUrl(window.location.origin + folderOf(name, target.version) + target.entry);
    return openContainer<RemoteLifecycles>(target.container, url, sources);
  }

  return {
    load(name, target) {
      const known = loading.get(target.container);
      if (known) return known;
      const fresh = load(name, target);
      fresh.catch(() => loading.delete(target.container));
      loading.set(target.container, fresh);
      return fresh;
    },
    manifest: (name, target) => (registry.current().modules[name]?.dev ? Promise.resolve(null) : manifest(name, target)),
    forget(name, target, failed = false) {
      const folder = folderOf(name, target.version);
      if (failed) sources.anotherTry(folder);
      loading.delete(target.container);
      closeContainer(target.container);
      for (const tag of document.querySelectorAll(`link[rel="stylesheet"][href*="${folder}"], script[src*="${folder}"]`)) tag.remove();
    },
  };
}
