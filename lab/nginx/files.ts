import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MISSING_FILE_HEADER } from '@portal/mf-kit/missingFile';
import type { ModuleManifest, Registry, SignedRegistry } from '@portal/mf-kit/module';
import { DICTIONARIES } from '../../delivery/src/store/deltas';
import { folderStore } from '../../delivery/src/store/folder-store';

/** A host, nginx before it, and nginx with the same store but without a reachable host; the store's folder. */
interface Places {
  host: string;
  nginx: string;
  alone: string;
  delivery: string;
}

/** The headers that a browser evaluates. */
const HEADERS = [
  'content-type',
  'content-encoding',
  'cache-control',
  'x-content-type-options',
  'referrer-policy',
  'content-security-policy',
  MISSING_FILE_HEADER,
];

interface Seen {
  status: number;
  headers: Record<string, string | null>;
  bytes: string;
}

async function see(url: string, encoding: string): Promise<Seen> {
  const reply = await fetch(url, { headers: { 'accept-encoding': encoding } });
  const { status } = reply;
  return {
    status,
    headers: Object.fromEntries(HEADERS.map((name) => [name, reply.headers.get(name)])),
    // Decompressed, so that encodings can be compared.
    bytes: Buffer.from(await reply.arrayBuffer()).toString('base64'),
  };
}

async function filesOf(host: string): Promise<string[]> {
  const { document } = (await (await fetch(`${host}/registry.json`)).json()) as SignedRegistry;
  const registry = JSON.parse(document) as Registry;
  const versions = Object.entries({ shell: registry.shell, ...registry.modules });
  const lists = await Promise.all(
    versions.map(async ([name, { version }]) => {
      const folder = `/modules/${name}/${version}/`;
      const manifest = (await (await fetch(`${host}${folder}module.json`)).json()) as ModuleManifest;
      // The host does not serve the renderer.
      return [folder, ['module.json', ...Object.keys(manifest.files).filter((file) => file !== manifest.renderer)]] as const;
    }),
  );
  return lists.flatMap(([folder, files]) => files.map((file) => folder + file));
}

/** Addresses of all files in the store's folder of modules, whether a manifest lists them or not. */
function onDisk(delivery: string): string[] {
  const entries = readdirSync(join(delivery, 'modules'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => relative(delivery, join(entry.parentPath, entry.name)));
  return files.map((file) => `/${file.split('/').map(encodeURIComponent).join('/')}`);
}

/** Adds a version that is being pruned, and the files that a publish adds for deltas to an earlier version. */
async function putAside(delivery: string): Promise<void> {
  const store = folderStore(delivery);
  const bytes = new TextEncoder().encode('{}');
  const add = (version: string, ...files: string[]) =>
    store.add('mf-aside', version, new Map(files.map((file) => [file, bytes])), new Map());
  await add('1.0.0', 'module.json', 'remoteEntry.js');
  await store.hide('mf-aside', '1.0.0');
  await add('1.1.0', DICTIONARIES, 'remoteEntry.js.0123456789abcdef.dcz');
}

const brief = (one: Seen | undefined) => JSON.stringify({ ...one, bytes: one?.bytes.length });

/**
 * Requests each file of the store, compressed and plain. nginx must reply as the host does, also without a host. nginx must not serve a file that
 * the host refuses. Without a host a page must fail, otherwise the check would prove nothing.
 */
export async function filesProblems({
  host,
  nginx,
  alone,
  delivery,
}: Places): Promise<{ files: number; refused: number; problems: string[] }> {
  const problems: string[] = [];
  await putAside(delivery);
  const listed = new Set(await filesOf(host));
  const all = new Set([...listed, ...onDisk(delivery)]);
  for (const file of all)
    for (const encoding of ['gzip, deflate, br', 'gzip', 'identity']) {
      const [wanted, given, own] = await Promise.all([host, nginx, alone].map((place) => see(place + file, encoding)));
      const status = listed.has(file) ? 200 : 404;
      if (wanted?.status !== status) problems.push(`${file}: the host says ${wanted?.status}`);
      if (JSON.stringify(given) !== JSON.stringify(wanted)) problems.push(`${file} (${encoding}): ${brief(given)} for ${brief(wanted)}`);
      const isAsWanted = status === 200 ? JSON.stringify(own) === JSON.stringify(wanted) : own?.status === 502;
      if (!isAsWanted) problems.push(`${file} (${encoding}), without a host: ${brief(own)}`);
    }
  const gone = await see(`${alone}/`, 'identity');
  if (gone.status !== 502) problems.push(`without a host a page answers ${gone.status}`);
  // A missing file counts against a release only if a host confirms that it is missing.
  const [missing, none, unsaid] = await Promise.all(
    [host, nginx, alone].map((place) => see(`${place}/modules/shell/0.0.0/shell.js`, 'identity')),
  );
  if (missing?.status !== 404 || JSON.stringify(none) !== JSON.stringify(missing))
    problems.push(`a file that is not there: ${JSON.stringify(none)} for ${JSON.stringify(missing)}`);
  if (unsaid?.status !== 502) problems.push(`without a host a file that is not there answers ${unsaid?.status}`);
  return { files: listed.size, refused: all.size - listed.size, problems };
}
