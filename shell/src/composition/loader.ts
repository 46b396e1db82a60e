import type { ModuleManifest, ModuleVersion } from '@portal/mf-kit/module';
import { LateError, steady, within } from '@portal/mf-kit/reach';
import type { RemoteLifecycles } from '@portal/mf-kit/remote';
import { closeContainer, openContainer } from './container';
import { fetchManifest } from './manifest';
import { assertFits } from './misfit';
import { folderOf, type LiveRegistry } from './registry';
import type { Sources } from './sources';
import { haveStyles } from './styles';

const LOAD_MS = 8000;

export interface Loader {
  /** The lifecycles of one version. Rejects when a file is missing, not the listed one, or hangs: the next load then asks anew. */
  load(name: string, target: ModuleVersion): Promise<RemoteLifecycles>;
  /** Learns a version's hashes, and its files where they were not inlined. */
  manifest(name: string, target: ModuleVersion): Promise<ModuleManifest | null>;
  /** Drops one version: container, chunk list, styles. Only after it has unmounted. `failed`: the next load asks anew. */
  forget(name: string, target: ModuleVersion, failed?: boolean): void;
  /** The next downloads of a version that stays are asked for anew. */
  again(name: string, target: ModuleVersion): void;
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
    // What the host wrote into this page fits its shell; what came later may be for the next one.
    if (!registry.knows(name, target) || manifests.has(target.container)) assertFits(await manifest(name, target));
    const folder = folderOf(name, target);
    const url = sources.tryUrl(new URL(folder + target.entry, window.location.origin).href);
    const [remote] = await Promise.all([openContainer<RemoteLifecycles>(target.container, url, sources), haveStyles(folder, sources)]);
    return remote;
  }

  function forget(name: string, target: ModuleVersion, failed = false): void {
    const folder = folderOf(name, target);
    if (failed) {
      sources.anotherTry(folder);
      manifests.delete(target.container);
    }
    loading.delete(target.container);
    closeContainer(target.container);
    const tags = [`link[rel="stylesheet"][href*="${folder}"]`, `style[data-from*="${folder}"]`, `script[src*="${folder}"]`];
    for (const tag of document.querySelectorAll(tags.join())) tag.remove();
  }

  return {
    load(name, target) {
      const known = loading.get(target.container);
      if (known) return known;
      const fresh = within(
        LOAD_MS,
        'load',
        steady(() => load(name, target)),
      );
      fresh.catch((error: Error) => {
        if (loading.get(target.container) !== fresh) return;
        loading.delete(target.container);
        // Nothing else joins what hangs, be it a link that was only pointed at.
        if (error instanceof LateError) forget(name, target, true);
      });
      loading.set(target.container, fresh);
      return fresh;
    },
    manifest: (name, target) => (registry.current().modules[name]?.dev ? Promise.resolve(null) : manifest(name, target)),
    forget,
    again: (name, target) => sources.anotherTry(folderOf(name, target)),
  };
}
