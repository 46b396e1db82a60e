import type { Registry } from '@portal/mf-kit/module';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toBrotli, toGzip } from '../store/compress';
import { hashOf, isValidDcz, toDcz } from '../store/zstd';
import type { LiveRegistry, Snapshot } from './live-registry';
import { LruCache } from './lru-cache';
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
/** Pages are compressed while serving. Level 17 saves 1 % and takes five times as long. */
const LEVEL = 9;
const YEAR = 'public, max-age=31536000, immutable';
/** The browser prefers a longer pattern, so module files keep their own dictionaries. */
const MATCH = 'match="/*"';

/** Bytes with which the host compresses pages for browsers that have loaded them. */
export interface PageDictionary {
  /** Its SHA-256 in base64, by which a browser offers it. */
  hash: string;
  path: string;
  bytes: Buffer;
}

export interface PageDictionaries {
  /** The address of the dictionary that this browser should load for its next pages; null for none. */
  linkFor(request: FastifyRequest): string | null;
  /** The dictionary that the browser offers; null if it offers none or an unknown dictionary. */
  offeredBy(request: FastifyRequest): PageDictionary | null;
  /** The bytes as a delta to the dictionary (`dcz`); null if it cannot be made. Never rejects. */
  deltaOf(bytes: Uint8Array, dictionary: PageDictionary): Promise<Buffer | null>;
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
  const bytes = Buffer.from(html);
  const hash = hashOf(bytes);
  return { hash, path: pathOf(hash), bytes };
}

/** Serves the dictionaries of pages. Guards with a session load the current one while their page is idle. */
export function servePageDictionaries(
  app: FastifyInstance,
  { live, settings }: { live: Pick<LiveRegistry, 'current' | 'onRevision'>; settings: Settings },
): PageDictionaries {
  const known = new LruCache<PageDictionary>(MOST_DICTIONARIES);
  let made: { of: Registry; dictionary: PageDictionary } | null = null;

  function current(): PageDictionary | null {
    const snapshot = live.current();
    if (!snapshot) return null;
    if (made?.of === snapshot.registry) return made.dictionary;
    const dictionary = makeDictionary(snapshot, settings);
    made = { of: snapshot.registry, dictionary };
    known.set(dictionary.path, dictionary);
    return dictionary;
  }

  function offeredBy({ headers }: FastifyRequest): PageDictionary | null {
    current();
    const hash = pickDictionary(headers);
    const found = hash === null ? undefined : known.get(pathOf(hash));
    return found && found.hash === hash ? found : null;
  }

  async function deltaOf(bytes: Uint8Array, dictionary: PageDictionary): Promise<Buffer | null> {
    try {
      const packed = await toDcz(bytes, dictionary.bytes, LEVEL);
      if (await isValidDcz(packed, bytes, dictionary.bytes)) return packed;
      throw new Error('it does not decompress to the page');
    } catch (error) {
      app.log.error(`a page is sent in full, because its delta could not be made: ${(error as Error).message}`);
      return null;
    }
  }

  async function send(request: FastifyRequest, reply: FastifyReply, { bytes }: PageDictionary) {
    const offered = offeredBy(request);
    const delta = offered && (await deltaOf(bytes, offered));
    if (delta) return reply.header('content-encoding', 'dcz').send(delta);
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(bytes);
    return reply.header('content-encoding', encoding).send(await (encoding === 'br' ? toBrotli(bytes) : toGzip(bytes)));
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
    offeredBy,
    deltaOf,
  };
}
