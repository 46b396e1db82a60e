import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import type { ModuleManifest, ModuleVersion } from '@portal/mf-kit/module';
import type { RemoteLifecycles } from '@portal/mf-kit/portal';
import { fetchManifest } from './manifest';
import { folderOf, type LiveRegistry } from './registry';
import { shared } from './shared';
import type { Sources } from './sources';

export const LOAD_MS = 8000;

export interface Loader {
  /** The lifecycles of one version. Rejects when a file is missing, late or not the listed one. */
  load(name: string, target: ModuleVersion): Promise<RemoteLifecycles>;
  /** Learns a version's hashes, and its files where they were not inlined. */
  manifest(name: string, target: ModuleVersion): Promise<ModuleManifest | null>;
  /** Drops one version: container, module cache, chunk array, styles. Only after it has unmounted. `failed`: the next load asks anew. */
  forget(name: string, target: ModuleVersion, failed?: boolean): void;
}

/** Federation's own script tags pass here: only the remote's entry does, its chunks pass the preset's hooks. */
const checkEntry = (sources: Sources): ModuleFederationRuntimePlugin => ({
  name: 'registry-integrity',
  createScript({ url }) {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.integrity = sources.integrityOf(url);
    script.src = url;
    script.async = true;
    return { script, timeout: LOAD_MS };
  },
});

export function createLoader(registry: LiveRegistry, sources: Sources): Loader {
  const federation = createInstance({ name: 'shell', remotes: [], shared, plugins: [checkEntry(sources)] });
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
    const entry = sources.tryUrl(window.location.origin + folderOf(name, target.version) + target.entry);
    federation.registerRemotes([{ name: target.container, entry }]);
    const remote = await federation.loadRemote<RemoteLifecycles>(`${target.container}/remote`);
    if (!remote) throw new Error(`${name} ${target.version} exposes nothing`);
    return remote;
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
      const known = federation.options.remotes.find((remote) => remote.name === target.container);
      const { remoteHandler } = federation as unknown as { remoteHandler: { removeRemote(remote: unknown): void } };
      if (known) remoteHandler.removeRemote(known);
      Reflect.deleteProperty(globalThis, `webpackChunk${target.container}`);
      for (const tag of document.querySelectorAll(`link[rel="stylesheet"][href*="${folder}"], script[src*="${folder}"]`)) tag.remove();
    },
  };
}
