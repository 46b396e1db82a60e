import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isPackedOf } from '../compress';
import { integrityOf } from '../integrity';
import { ENCODINGS, type Encoding, readManifest, type Store } from '../store';
import { DRAWING_POLICY } from './csp';
import type { DevServers } from './dev';
import { pickEncoding } from './negotiate';
import { Recent } from './recent';

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

type Bodies = Partial<Record<Encoding | 'plain', Uint8Array>> & { etag: string };

/** Several releases of all modules, packed and not. */
const MOST_BYTES = 64 * 2 ** 20;

const sizeOf = (bodies: Bodies | 'changed' | null): number =>
  bodies === null || bodies === 'changed'
    ? 0
    : [bodies.plain, ...ENCODINGS.map((one) => bodies[one])].reduce((sum, one) => sum + (one?.length ?? 0), 0);

/** Reads a listed file once and believes it only when it is what `module.json` lists; a packed sibling must unpack to the same. */
async function load(store: Store, name: string, version: string, file: string): Promise<Bodies | 'changed' | null> {
  const found = await readManifest(store, name, version);
  // For the host alone.
  if (file === found?.manifest.renderer) return null;
  const listed = file === 'module.json' ? found && integrityOf(found.bytes) : found?.manifest.files[file]?.integrity;
  const plain = listed ? await store.read(name, version, file) : null;
  if (!plain || !listed) return null;
  if (integrityOf(plain) !== listed) return 'changed';
  const bodies: Bodies = { plain, etag: `"${listed.slice(7, 39)}"` };
  for (const encoding of ENCODINGS) {
    const packed = await store.read(name, version, file, encoding);
    if (packed && (await isPackedOf(packed, encoding, listed))) bodies[encoding] = packed;
  }
  return bodies;
}

/** `/modules/<name>/<version>/<file>`: immutable, precompressed, and nothing that the version's manifest does not list. */
export function serveFiles(app: FastifyInstance, store: Store, devServers: DevServers, mostBytes = MOST_BYTES): void {
  const loaded = new Recent<Promise<Bodies | 'changed' | null>>(mostBytes);

  /** What is asked for often is kept in memory, the rest is read again. */
  function open(key: string, name: string, version: string, file: string): Promise<Bodies | 'changed' | null> {
    const known = loaded.get(key);
    if (known) return known;
    const loading = load(store, name, version, file).catch(() => null);
    loaded.set(key, loading, 0);
    void loading.then((bodies) => {
      if (loaded.get(key) === loading) loaded.set(key, loading, sizeOf(bodies));
    });
    return loading;
  }

  app.get<{ Params: { name: string; version: string; '*': string } }>('/modules/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    if (await devServers.answer(request, reply, name, version)) return reply;
    const key = `${name}/${version}/${file}`;
    const bodies = await open(key, name, version, file);
    if (!bodies || bodies === 'changed') {
      loaded.delete(key);
      if (bodies) request.log.error(`${key} is not the file that was published; refused`);
      return reply
        .code(bodies ? 502 : 404)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send(bodies ? 'Changed file refused' : 'No such file');
    }
    reply.headers({
      'cache-control': YEAR,
      etag: bodies.etag,
      vary: 'accept-encoding',
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(extname(file) === '.svg' ? { 'content-security-policy': DRAWING_POLICY } : {}),
    });
    if (request.headers['if-none-match'] === bodies.etag) return reply.code(304).send();
    const encoding = pickEncoding(request.headers['accept-encoding']);
    const packed = encoding && bodies[encoding];
    if (encoding && packed) reply.header('content-encoding', encoding);
    return reply.send(packed || bodies.plain);
  });
}
