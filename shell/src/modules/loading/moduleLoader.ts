import { LOAD_MS, lengthen } from '@portal/mf-kit/deadlines';
import { LateError, loadWithRetry, withDeadline } from '@portal/mf-kit/loadFailure';
import type { ModuleManifest, ModuleVersion } from '@portal/mf-kit/module';
import type { RemoteLifecycles } from '@portal/mf-kit/remote';
import { folderOf, type ModuleRegistry } from '../../registry/moduleRegistry';
import { assertCompatible } from './compatibility';
import { closeContainer, openContainer } from './federationContainer';
import { fetchManifest } from './manifest';
import type { ScriptPolicy } from './scriptPolicy';
import { ensureStylesheets } from './stylesheets';

export interface ModuleLoader {
  /** The lifecycles of one version. Rejects when a file is missing, not the listed one, or hangs: the next load then asks anew. */
  load(name: string, target: ModuleVersion): Promise<RemoteLifecycles>;
  /** Learns a version's hashes, and its files where they were not inlined. */
  manifest(name: string, target: ModuleVersion): Promise<ModuleManifest | null>;
  /** Drops one version: container, chunk list, styles. Only after it has unmounted. `failed`: the next load asks anew. */
  unload(name: string, target: ModuleVersion, newUrl?: boolean): void;
  /** The next downloads of a version that stays are asked for anew. */
  retryWithNewUrls(name: string, target: ModuleVersion): void;
}

export function createLoader(registry: ModuleRegistry, sources: ScriptPolicy, patience = 1): ModuleLoader {
  const loadMs = lengthen(LOAD_MS, patience);
  const loading = new Map<string, Promise<RemoteLifecycles>>();
  const manifests = new Map<string, Promise<ModuleManifest>>();

  function manifest(name: string, target: ModuleVersion): Promise<ModuleManifest> {
    const known = manifests.get(target.container);
    if (known) return known;
    const fetched = fetchManifest(name, target, sources, loadMs).then((found) => {
      registry.addManifest(name, found);
      return found;
    });
    fetched.catch(() => manifests.delete(target.container));
    manifests.set(target.container, fetched);
    return fetched;
  }

  async function load(name: string, target: ModuleVersion): Promise<RemoteLifecycles> {
    // What the host wrote into this page fits its shell; what came later may be for the next one.
    if (!registry.hasFiles(name, target) || manifests.has(target.container)) assertCompatible(await manifest(name, target));
    const folder = folderOf(name, target);
    const url = sources.retryUrl(new URL(folder + target.entry, window.location.origin).href);
    const [remote] = await Promise.all([
      openContainer<RemoteLifecycles>(target.container, url, sources),
      ensureStylesheets(folder, sources),
    ]);
    return remote;
  }

  function unload(name: string, target: ModuleVersion, newUrl = false): void {
    const folder = folderOf(name, target);
    if (newUrl) {
      sources.retryWithNewUrls(folder);
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
      const fresh = withDeadline(
        loadMs,
        'load',
        loadWithRetry(() => load(name, target)),
      );
      fresh.catch((error: Error) => {
        if (loading.get(target.container) !== fresh) return;
        loading.delete(target.container);
        // Nothing else joins what hangs, be it a link that was only pointed at.
        if (error instanceof LateError) unload(name, target, true);
      });
      loading.set(target.container, fresh);
      return fresh;
    },
    manifest: (name, target) => (registry.current().modules[name]?.dev ? Promise.resolve(null) : manifest(name, target)),
    unload,
    retryWithNewUrls: (name, target) => sources.retryWithNewUrls(folderOf(name, target)),
  };
}
