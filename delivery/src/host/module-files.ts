import { extname } from 'node:path';
import { MISSING_FILE_HEADER } from '@portal/mf-kit/missingFile';
import type { FastifyInstance } from 'fastify';
import { isUserError } from '../errors';
import { versionsIn } from '../registry/active-versions';
import { isCompressedCopyOf } from '../store/compress';
import { dictionaryMatch, hasDeltas } from '../store/deltas';
import { integrityOf } from '../store/integrity';
import { ENCODINGS, type Encoding, isSafeName, readManifest, type Store } from '../store/store';
import { DRAWING_POLICY } from './csp';
import { type Deltas, openDeltas } from './deltas';
import type { DevServers } from './dev';
import type { LiveRegistry } from './live-registry';
import { LruCache } from './lru-cache';
import { pickDictionary, pickEncoding } from './negotiate';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const YEAR = 'public, max-age=31536000, immutable';

type Bodies = Partial<Record<Encoding, Uint8Array>> & { plain: Uint8Array; etag: string; deltas: Deltas | null };

/** Several releases of all modules, with compressed copies. */
const MOST_BYTES = 64 * 2 ** 20;

const sizeOf = (bodies: Bodies): number =>
  [bodies.plain, ...ENCODINGS.map((one) => bodies[one])].reduce((sum, one) => sum + (one?.length ?? 0), bodies.deltas?.bytes() ?? 0);

interface FileRef {
  name: string;
  version: string;
  file: string;
  /** The hash of `module.json` in the registry; undefined for a version that only older pages run. */
  integrity: string | undefined;
}

/** With the hash, because a file that was read before its activation was not compared with the registry. */
const cacheKeyOf = ({ name, version, file, integrity = '' }: FileRef) => `${name}/${version}/${file} ${integrity}`;

/** Reads a listed file and checks its hash in `module.json`; compressed copies must decompress to the same bytes. */
async function load(store: Store, { name, version, file, integrity }: FileRef): Promise<Bodies | 'changed' | null> {
  const found = await readManifest(store, name, version).catch((error: unknown) => {
    // A torn manifest, not an error of the store: no file of this version can be trusted.
    if (isUserError(error)) return 'changed' as const;
    throw error;
  });
  if (found === 'changed') return found;
  if (found && integrity !== undefined && integrity !== integrityOf(found.bytes)) return 'changed';
  // The renderer is for the host only.
  if (file === found?.manifest.renderer) return null;
  const listed = file === 'module.json' ? found && integrityOf(found.bytes) : found?.manifest.files[file]?.integrity;
  const plain = listed ? await store.read(name, version, file) : null;
  if (!plain || !listed) return null;
  if (integrityOf(plain) !== listed) return 'changed';
  const deltas = hasDeltas(file) ? openDeltas(store, { name, version, file, plain }) : null;
  const bodies: Bodies = { plain, etag: `"${listed.slice(7, 39)}"`, deltas };
  for (const encoding of ENCODINGS) {
    const packed = await store.read(name, version, file, encoding);
    if (packed && (await isCompressedCopyOf(packed, encoding, plain))) bodies[encoding] = packed;
  }
  return bodies;
}

interface FileParts {
  store: Store;
  live: Pick<LiveRegistry, 'current'>;
  devServers: DevServers;
  mostBytes?: number;
}

/** Serves `/modules/<name>/<version>/<file>`: immutable, compressed, and only files of the version's manifest. */
export function serveFiles(app: FastifyInstance, { store, live, devServers, mostBytes = MOST_BYTES }: FileParts): void {
  const loaded = new LruCache<Promise<Bodies | 'changed' | null>>(mostBytes);

  function setCacheWeight(wanted: FileRef, loading: Promise<Bodies | 'changed' | null>, bodies: Bodies): void {
    const key = cacheKeyOf(wanted);
    if (loaded.get(key) === loading) loaded.set(key, loading, sizeOf(bodies));
  }

  function listedIntegrity(name: string, version: string): string | undefined {
    const snapshot = live.current();
    const listed = snapshot ? versionsIn(snapshot.registry) : [];
    return listed.find(([of, one]) => of === name && one.version === version)?.[1].integrity;
  }

  /** Caches frequently requested files in memory. */
  function open(wanted: FileRef): Promise<Bodies | 'changed' | null> {
    const key = cacheKeyOf(wanted);
    const known = loaded.get(key);
    if (known) return known;
    const loading = load(store, wanted);
    loaded.set(key, loading, 0);
    const kept = (bodies: Bodies | 'changed' | null) => {
      if (bodies && bodies !== 'changed') setCacheWeight(wanted, loading, bodies);
      else if (loaded.get(key) === loading) loaded.delete(key);
    };
    void loading.then(kept, () => kept(null));
    return loading;
  }

  app.get<{ Params: { name: string; version: string; '*': string } }>('/modules/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    if (await devServers.answer(request, reply, name, version)) return reply;
    const key = `${name}/${version}/${file}`;
    const wanted = { name, version, file, integrity: listedIntegrity(name, version) };
    const refuse = (code: number, words: string) => reply.code(code).header('cache-control', 'no-store').type('text/plain').send(words);
    const missing = () => refuse(404, 'No such file');
    if (!isSafeName(name) || !isSafeName(version)) return missing();
    const opening = open(wanted);
    let bodies: Bodies | 'changed' | null;
    try {
      bodies = await opening;
    } catch (error) {
      // Replies 503, not 404, because an error of the store does not mean that the file is missing.
      request.log.error(`${key} cannot be read: ${(error as Error).message}`);
      void reply.header('retry-after', '5');
      return refuse(503, 'The store does not answer');
    }
    if (!bodies || bodies === 'changed') reply.header(MISSING_FILE_HEADER, bodies ?? 'missing');
    if (!bodies) return missing();
    if (bodies === 'changed') {
      request.log.error(`${key} is not the file that was published; refused`);
      return refuse(410, 'Changed file refused');
    }
    reply.headers({
      'cache-control': YEAR,
      etag: bodies.etag,
      vary: bodies.deltas ? 'accept-encoding, available-dictionary' : 'accept-encoding',
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(bodies.deltas ? { 'use-as-dictionary': dictionaryMatch(name, file) } : {}),
      ...(extname(file) === '.svg' ? { 'content-security-policy': DRAWING_POLICY } : {}),
    });
    if (request.headers['if-none-match'] === bodies.etag) return reply.code(304).send();
    const dictionary = pickDictionary(request.headers);
    if (dictionary && bodies.deltas) {
      const delta = await bodies.deltas.find(dictionary, (why) => request.log.error(`${key} is sent whole: ${why}`));
      setCacheWeight(wanted, opening, bodies);
      if (delta) return reply.header('content-encoding', 'dcz').send(delta);
    }
    const encoding = pickEncoding(request.headers['accept-encoding']);
    const packed = encoding && bodies[encoding];
    if (encoding && packed) reply.header('content-encoding', encoding);
    return reply.send(packed || bodies.plain);
  });
}
