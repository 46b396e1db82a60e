import type { Registry } from '@portal/mf-kit/module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toBrotli, toGzip } from '../store/compress';
import type { Encoding } from '../store/store';
import { hashOf, isValidDcz, toDcz } from '../store/zstd';
import type { LiveRegistry, Snapshot } from './live-registry';
import { pickDictionary, pickEncoding } from './negotiate';
import { hasSession } from './page-request';
import { renderPage } from './render-page';
import type { Settings } from './settings';
import { chromiumVersion, savesData } from './speculation';

export const PAGE_DICTIONARY_PATH = '/page-dictionary/';

/** The first version that loads dictionaries which a page names. */
const FIRST_CHROMIUM = 130;
/** Guards return with the dictionary of an earlier shell. */
const MOST_DICTIONARIES = 3;
/** Level 17 saves 1 % and takes five times as long. */
const LEVEL = 9;
const YEAR = 'public, max-age=31536000, immutable';
/** The browser prefers a longer pattern, so module files keep their own dictionaries. */
const MATCH = 'match="/*"';

/** A page or a dictionary with its compressed copies. Each copy is made at its first request. */
export interface CompressedBody {
  plain: Buffer;
  packed: Partial<Record<Encoding, Promise<Buffer>>>;
  /** By the hash of a dictionary. */
  deltas: Map<string, Promise<Buffer | null>>;
}

export const openBody = (text: string): CompressedBody => ({ plain: Buffer.from(text), packed: {}, deltas: new Map() });

/** Bytes with which the host compresses pages for browsers that have loaded them. */
interface PageDictionary extends CompressedBody {
  /** Its SHA-256 in base64, by which a browser offers it. */
  hash: string;
  path: string;
}

export interface PageDictionaries {
  /** The address of the dictionary that this browser should load for its next pages; null for none. */
  linkFor(request: FastifyRequest): string | null;
  /** Sends the body as a delta if the browser offers a known dictionary. */
  send(request: FastifyRequest, reply: FastifyReply, body: CompressedBody): Promise<FastifyReply>;
}

/** A medium quality, because pages are compressed while serving, once for each revision, route and theme. */
const QUALITY = 7;

/** Sends the body with the best encoding of the browser, without a dictionary. */
export async function sendBody({ headers }: FastifyRequest, reply: FastifyReply, { plain, packed }: CompressedBody): Promise<FastifyReply> {
  const encoding = pickEncoding(headers['accept-encoding']);
  if (!encoding) return reply.send(plain);
  packed[encoding] ??= encoding === 'br' ? toBrotli(plain, QUALITY) : toGzip(plain);
  return reply.header('content-encoding', encoding).send(await packed[encoding]);
}

const pathOf = (hash: string): string => PAGE_DICTIONARY_PATH + Buffer.from(hash, 'base64').toString('hex').slice(0, 16);

/** Only the paths of the modules: each release changes the rest, and the dictionary must stay the same until then. */
const stableDocument = ({ modules }: Registry): string =>
  JSON.stringify({ modules: Object.fromEntries(Object.entries(modules).map(([name, { routes }]) => [name, { routes }])) });

/**
 * A page without content, versions of remotes, keys, tokens and data of a request. Hosts with the same settings and the same release make
 * the same bytes, and no activation of a remote changes them unless its paths change.
 */
function makeDictionary(snapshot: Snapshot, { page, publicUrl, startMs }: Settings): PageDictionary {
  const { announcement: _, ...registry } = snapshot.registry;
  const html = renderPage({
    snapshot: { ...snapshot, registry, signed: { document: stableDocument(registry), signature: '' }, fallbackShell: null },
    match: null,
    theme: null,
    settings: page,
    startMs,
    opsPublicKey: '',
    timestampPublicKey: '',
    pageToken: null,
    title: null,
    pathname: '/',
    fragment: { made: null, input: { content: {}, posted: null } },
    sheets: new Map(),
    search: { page: null, publicUrl, supportEmail: page.supportEmail },
    canDeferScripts: false,
    refusalOf: () => '',
    now: 0,
  });
  const body = openBody(html);
  const hash = hashOf(body.plain);
  return { ...body, hash, path: pathOf(hash) };
}

/** Serves the dictionaries of pages. Guards with a session load the current one while their page is idle. */
export function servePageDictionaries(
  app: FastifyInstance,
  { live, settings }: { live: Pick<LiveRegistry, 'current' | 'onRevision'>; settings: Settings },
): PageDictionaries {
  /** By path, the latest last. */
  const known = new Map<string, PageDictionary>();
  let made: { of: Registry; dictionary: PageDictionary | null } | null = null;

  /** A page can be served without a dictionary. */
  function makeOrReport(snapshot: Snapshot): PageDictionary | null {
    try {
      return makeDictionary(snapshot, settings);
    } catch (error) {
      app.log.error(`pages are sent in full, because their dictionary could not be made: ${(error as Error).message}`);
      return null;
    }
  }

  function current(): PageDictionary | null {
    const snapshot = live.current();
    if (!snapshot) return null;
    if (made?.of === snapshot.registry) return made.dictionary;
    const dictionary = makeOrReport(snapshot);
    made = { of: snapshot.registry, dictionary };
    if (!dictionary) return null;
    known.delete(dictionary.path);
    known.set(dictionary.path, dictionary);
    for (const path of [...known.keys()].slice(0, -MOST_DICTIONARIES)) known.delete(path);
    return dictionary;
  }

  function offeredBy({ headers }: FastifyRequest): PageDictionary | null {
    current();
    const hash = pickDictionary(headers);
    const found = hash === null ? undefined : known.get(pathOf(hash));
    return found && found.hash === hash ? found : null;
  }

  async function makeDelta(plain: Buffer, dictionary: PageDictionary): Promise<Buffer | null> {
    try {
      const packed = await toDcz(plain, dictionary.plain, LEVEL);
      if (await isValidDcz(packed, plain, dictionary.plain)) return packed;
      throw new Error('it does not decompress to the page');
    } catch (error) {
      app.log.error(`a page is sent in full, because its delta could not be made: ${(error as Error).message}`);
      return null;
    }
  }

  async function send(request: FastifyRequest, reply: FastifyReply, body: CompressedBody): Promise<FastifyReply> {
    const dictionary = offeredBy(request);
    if (!dictionary) return sendBody(request, reply, body);
    const making = body.deltas.get(dictionary.hash) ?? makeDelta(body.plain, dictionary);
    body.deltas.set(dictionary.hash, making);
    const delta = await making;
    return delta ? reply.header('content-encoding', 'dcz').send(delta) : sendBody(request, reply, body);
  }

  // Made before the first request of each revision, so that the dictionary of the previous shell is known.
  const stop = live.onRevision(() => void current());
  app.addHook('onReady', async () => void current());
  app.addHook('onClose', async () => stop());

  app.get(`${PAGE_DICTIONARY_PATH}:id`, async (request, reply) => {
    current();
    const dictionary = known.get(request.url);
    // Another host made it, or an earlier release of this one. The browser gets its next page in full.
    if (!dictionary) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('No such dictionary');
    reply
      .headers({ 'cache-control': YEAR, vary: 'accept-encoding, available-dictionary', 'use-as-dictionary': MATCH })
      .type('text/plain; charset=utf-8');
    return send(request, reply, dictionary);
  });

  return {
    linkFor(request) {
      if (!hasSession(request) || savesData(request) || chromiumVersion(request) < FIRST_CHROMIUM) return null;
      const dictionary = current();
      return dictionary && dictionary.hash !== pickDictionary(request.headers) ? dictionary.path : null;
    },
    send,
  };
}
