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
  /** Rejects if a file is missing, has another hash or exceeds the deadline. The next load then requests it again. */
  load(name: string, target: ModuleVersion): Promise<RemoteLifecycles>;
  /** Fetches a version's module.json, and adds its file hashes to the registry. Null for a dev server. */
  manifest(name: string, target: ModuleVersion): Promise<ModuleManifest | null>;
  /** Removes the container, chunk list and stylesheets of an unmounted version. `newUrl`: the next load uses new URLs. */
  unload(name: string, target: ModuleVersion, newUrl?: boolean): void;
  /** The version stays mounted; its next downloads use new URLs. */
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
    // Files that the HTML lists match this shell. A version of a later revision may need the next one.
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
        // Otherwise the next load, or a prefetch, would join the download that hangs.
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
