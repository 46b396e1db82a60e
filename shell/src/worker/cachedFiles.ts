import { withoutHash } from '@portal/mf-kit/assetName';
import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';

export const folderOf = (name: string, version: string): string => `/modules/${name}/${version}/`;

/** The version that this device runs: the canary or the active one. None for a dev server. */
export function versionFor({ modules }: Registry, name: string, running: string | undefined): ModuleVersion | undefined {
  const entry = modules[name];
  if (!entry || entry.dev) return undefined;
  return entry.canary && entry.canary.version === running ? entry.canary : entry;
}

/** Module -> names of its loaded files, without version and hash. */
export function visitedBy(paths: readonly string[]): Map<string, string[]> {
  const visited = new Map<string, string[]>();
  for (const path of paths) {
    const [, , name, version, ...file] = path.split('/');
    if (name && version && file.length > 0) visited.set(name, [...(visited.get(name) ?? []), withoutHash(file.join('/'))]);
  }
  return visited;
}

/** The visited files of a version, and the files that each of its pages loads first. */
export function filesToCache(manifest: ModuleManifest, visited: readonly string[]): string[] {
  const first = [manifest.entry, ...(manifest.preload['*'] ?? []), ...(manifest.fonts ?? [])];
  return Object.keys(manifest.files).filter((file) => first.includes(file) || visited.includes(withoutHash(file)));
}

/** The SHA-384 in the notation of manifests and registries. */
export async function integrityOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}
