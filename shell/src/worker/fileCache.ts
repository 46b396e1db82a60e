import { withoutHash } from '@portal/mf-kit/assetName';
import { canariesFor } from '@portal/mf-kit/canary';
import type { ModuleManifest, ModuleVersion, Registry } from '@portal/mf-kit/module';
import { FILE_CACHE } from '@portal/mf-kit/offlineCacheNames';
import { readAtMost } from '@portal/mf-kit/readAtMost';

export const folderOf = (name: string, version: string): string => `/modules/${name}/${version}/`;

export interface DeviceVersions {
  /** The number of this device, which decides the canaries that it runs. A page of an earlier shell does not send it. */
  draw?: number | null;
  /** Module -> the version that this device runs. Read without `draw`, and by workers of earlier shells. */
  versions: Record<string, string>;
}

/** The version that this device runs: the canary or the active one. None for a dev server. */
export function versionFor(registry: Registry, name: string, { draw, versions }: DeviceVersions): ModuleVersion | undefined {
  const entry = registry.modules[name];
  if (!entry || entry.dev) return undefined;
  const { canary } = entry;
  const isChosen = draw === undefined ? versions[name] === canary?.version : canariesFor(registry, draw).includes(name);
  return canary && isChosen ? canary : entry;
}

/** Module -> names of its loaded files, without version and hash. */
export function visitedFiles(paths: readonly string[]): Map<string, string[]> {
  const visited = new Map<string, string[]>();
  for (const path of paths) {
    const [, , name, version, ...file] = path.split('/');
    if (name && version && file.length > 0) visited.set(name, [...(visited.get(name) ?? []), withoutHash(file.join('/'))]);
  }
  return visited;
}

/** The visited files of a version, and the files that each of its pages loads first. */
function filesToCache(manifest: ModuleManifest, visited: readonly string[]): string[] {
  const first = [manifest.entry, ...(manifest.preload['*'] ?? []), ...(manifest.fonts ?? [])];
  return Object.keys(manifest.files).filter((file) => first.includes(file) || visited.includes(withoutHash(file)));
}

/** The SHA-384 in the notation of manifests and registries. */
async function integrityOf(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
}

/** A response to store: its body is no longer compressed. */
export function storableResponse(body: BodyInit, { headers: given }: Response, more: Record<string, string> = {}): Response {
  const headers = new Headers(given);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(body, { headers });
}

export type Fetch = (url: string, options?: RequestInit) => Promise<Response>;

/** Of a request without a new byte. */
const IDLE_MS = 30_000;
/** Of a whole request. A slow connection needs more than a minute for a file. */
const TOTAL_MS = 10 * 60_000;

/** A signal that ends a request 30 seconds after the last `onChunk`, or after ten minutes. */
function limitTime(url: string) {
  const controller = new AbortController();
  const end = Date.now() + TOTAL_MS;
  let timer: ReturnType<typeof setTimeout>;
  function onChunk() {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(new Error(`${url} is too slow`)), Math.min(IDLE_MS, end - Date.now()));
  }
  onChunk();
  return { signal: controller.signal, onChunk, stop: () => clearTimeout(timer) };
}

/**
 * Rejects if the reply is too slow, or has more than `mostBytes`. Visits are stored in sequence, so a reply that never ends would stop them
 * all.
 */
export async function download(fetch: Fetch, url: string, options: RequestInit, mostBytes?: number) {
  const time = limitTime(url);
  try {
    const reply = await fetch(url, { ...options, priority: 'low', signal: time.signal } as RequestInit);
    return { reply, bytes: await readAtMost(reply, mostBytes, time.onChunk) };
  } finally {
    time.stop();
  }
}

/** Cached module files. `module.json` lists their hashes, and the registry lists the hash of `module.json`. */
export function createFileCache(caches: CacheStorage, fetch: Fetch) {
  // With `addRoutes` the browser serves this cache without the worker, so it has only listed files.
  const open = () => caches.open(FILE_CACHE);
  /** Files that were verified since the worker started. A disk may damage a cached file, which then breaks each page. */
  const verified = new Set<string>();

  /** The cached file. Deletes a file with another hash. */
  async function knownFile(url: string, integrity: string): Promise<Response | undefined> {
    const cache = await open();
    const known = await cache.match(url);
    if (!known || verified.has(url + integrity)) return known;
    const found = await known
      .clone()
      .arrayBuffer()
      .then(integrityOf, () => null);
    if (found === integrity) return known;
    await cache.delete(url);
    return undefined;
  }

  /** Rejects if the file cannot be loaded, or has another hash. */
  async function keepFile(url: string, integrity: string, mostBytes?: number): Promise<Response> {
    const known = await knownFile(url, integrity);
    verified.add(url + integrity);
    if (known) return known;
    const { reply, bytes } = await download(fetch, url, {}, mostBytes);
    if (!reply.ok || (await integrityOf(bytes)) !== integrity) throw new Error(`${url} is not the listed file`);
    const response = storableResponse(bytes, reply);
    await (await open()).put(url, response.clone());
    return response;
  }

  return {
    find: async (url: string) => (await open()).match(url),
    /** Caches the files of a version and adds them to `wanted`. */
    async keepVersion(name: string, target: ModuleVersion, visited: readonly string[], wanted: Set<string>): Promise<void> {
      const folder = folderOf(name, target.version);
      const list = `${folder}module.json`;
      wanted.add(list);
      const manifest = (await (await keepFile(list, target.integrity)).json()) as ModuleManifest;
      for (const file of filesToCache(manifest, visited)) {
        wanted.add(folder + file);
        const { integrity = '', size = 0 } = manifest.files[file] ?? {};
        await keepFile(folder + file, integrity, size);
      }
    },
    /** `unknownFolders`: folders with unknown wanted files. */
    async deleteUnwanted(wanted: ReadonlySet<string>, unknownFolders: readonly string[]): Promise<void> {
      const cache = await open();
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (!wanted.has(pathname) && !unknownFolders.some((folder) => pathname.startsWith(folder))) await cache.delete(request);
      }
    },
  };
}
