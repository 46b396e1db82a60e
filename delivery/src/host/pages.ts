import type { PostResult } from '@portal/mf-kit/pageInput';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { normalisePath } from '@portal/mf-kit/routePatterns';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toBrotli, toGzip } from '../compress';
import { type AskedPage, askedPage, hasSession, isUnhashed, themeOf, urlOf } from './asked';
import type { Candidates } from './candidates';
import { isSecure } from './cookie';
import { hashOf, pageHeaders } from './csp';
import { drawnFor } from './draw';
import type { Fragment, Fragments } from './fragments';
import { renderPage, sheetsOf } from './html';
import { NO_SHEETS, type Sheet, type Sheets } from './inlined';
import type { Live, Snapshot } from './live';
import { pickEncoding } from './negotiate';
import { type Overrides, overridden } from './overrides';
import { saidOf, servePosts } from './posts';
import { Recent } from './recent';
import type { Settings } from './settings';
import { refusalOf, startable } from './spare';
import type { Tokens } from './tokens';

/** Served between requests, so middling is enough; a page is packed once for each revision, route and theme. */
const QUALITY = 7;

/** Who opens a page has the host's word on freshness of this time at the latest: a page stands as long, whatever it is signed anew. */
const PAGE_MS = 5 * 60_000;

interface Page {
  at: number;
  plain: Buffer;
  /** How its policy names the stylesheets that stand in it. */
  styles: string[];
  packed: Partial<Record<'br' | 'gzip', Promise<Buffer>>>;
}

export interface PagesOptions {
  live: Live;
  fragments: Fragments;
  sheets: (asked: readonly Sheet[]) => Promise<Sheets>;
  settings: Settings;
  now: () => number;
  candidates: Candidates;
  overrides: Overrides;
  tokens: Tokens;
}

/** In all themes and of all addresses; the least asked for go first. */
const MOST_PAGES = 500;
const none: Fragment = { key: 'none', made: null, input: { content: {}, posted: null } };

/** What testers see of a candidate, and squads of a build of their own, says nothing of what is live. */
const pageTokenOf = ({ registry, overrides }: Snapshot, tokens: Tokens): string | null =>
  registry.candidate || overrides ? null : tokens.page(registry.revision);

/** Writes pages, each once for as long as it may stand. */
function openWritten({ live, settings, now, tokens }: Pick<PagesOptions, 'live' | 'settings' | 'now' | 'tokens'>) {
  const { page: config, publicUrl, startMs } = settings;
  const cache = new Recent<Page>(MOST_PAGES);

  function write(asked: AskedPage, fragment: Fragment, sheets: Sheets, request: FastifyRequest): Page {
    const { posted } = fragment.input;
    // What went wrong is in the first words that are read out.
    const title = asked.title !== null && posted && !posted.ok ? `Error: ${asked.title}` : asked.title;
    const search = { page: posted ? null : asked.listed, publicUrl, supportEmail: config.supportEmail };
    const keys = { opsPublicKey: live.opsPublicKey(), timestampPublicKey: live.timestampPublicKey() };
    const pageToken = pageTokenOf(asked.snapshot, tokens);
    const drawn = {
      theme: themeOf(request),
      settings: config,
      startMs,
      title,
      fragment,
      sheets,
      search,
      now: now(),
      refusalOf: (version: string) => refusalOf(request, version),
    };
    return {
      at: drawn.now,
      plain: Buffer.from(renderPage({ ...asked, ...keys, pageToken, ...drawn })),
      styles: [...sheets.values()].map(hashOf),
      packed: {},
    };
  }

  return function pageOf(asked: AskedPage, fragment: Fragment, sheets: Sheets, request: FastifyRequest): Page {
    const { snapshot, match, pathname, listed, title, maySleep } = asked;
    if (fragment.input.posted || snapshot.overrides) return write(asked, fragment, sheets, request);
    const at = Object.keys(fragment.input.content).length === 0 ? '' : pathname;
    const ours = [snapshot.registry.revision, snapshot.set, match?.module, match?.pattern, match?.route.chrome, listed?.address];
    const key = [...ours, title, at, fragment.key, themeOf(request), isSecure(request), maySleep, ...sheets.keys()].join(' ');
    const kept = cache.get(key);
    const page = kept && now() - kept.at < PAGE_MS ? kept : write(asked, fragment, sheets, request);
    cache.set(key, page);
    return page;
  };
}

/**
 * The HTML of every path that is not a file, an event stream or the API's, and the forms that are posted to one. What nobody owns answers
 * 404 with the not-found page, and so does what a route itself says not to be there.
 */
export function servePages(
  app: FastifyInstance,
  { live, fragments, sheets: inlined, settings, now, candidates, overrides, tokens }: PagesOptions,
): void {
  const { page: config } = settings;
  const pageOf = openWritten({ live, settings, now, tokens });

  async function fragmentOf(
    { snapshot, declared, match, pathname }: AskedPage,
    request: FastifyRequest,
    posted: PostResult | null,
  ): Promise<Fragment> {
    // A module from elsewhere may own this path, whatever is live says of it.
    if (!declared || !match || snapshot.overrides || (match.route.access === 'visitor' && hasSession(request))) return none;
    return fragments.of({ manifest: declared.manifest, pattern: match.pattern, pathname }, posted);
  }

  /** Sends the page that was asked for; with what became of a form that was posted to it, under that status. */
  async function show(asked: AskedPage, request: FastifyRequest, reply: FastifyReply, posted: PostResult | null, status?: number) {
    const fragment = await fragmentOf(asked, request, posted);
    // A page that its scripts must make comes with links: their stylesheets arrive while the scripts do, and are kept.
    const sheets = fragment.made ? await inlined(sheetsOf(asked.snapshot, asked.match)) : NO_SHEETS;
    const page = pageOf(asked, fragment, sheets, request);
    const origins = (asked.snapshot.overrides ?? []).map(({ from }) => new URL(from).origin);
    reply
      .code(status ?? (asked.isFound ? 200 : 404))
      .headers(pageHeaders(config, isSecure(request), isUnhashed(asked.snapshot), page.styles, origins))
      .headers({
        'cache-control': posted || origins.length > 0 ? 'no-store' : 'no-cache',
        vary: 'accept-encoding, cookie',
        'content-type': 'text/html; charset=utf-8',
      });
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(page.plain);
    page.packed[encoding] ??= encoding === 'br' ? toBrotli(page.plain, QUALITY) : toGzip(page.plain);
    return reply.header('content-encoding', encoding).send(await page.packed[encoding]);
  }

  /** The set that this browser is shown: the candidate that it asked for, or what is live for its draw. */
  async function shownTo(request: FastifyRequest, reply: FastifyReply): Promise<Snapshot | null> {
    const snapshot = live.current();
    const found = (await candidates.of(request)) ?? (snapshot && drawnFor(snapshot, request, reply));
    // What a phone keeps is what is live.
    const own = urlOf(request).pathname === offlinePagePath ? [] : overrides.of(request);
    return found && overridden(startable(found, request), own);
  }

  async function send(request: FastifyRequest, reply: FastifyReply) {
    if ((await overrides.enter(request, reply)) || (await candidates.enter(request, reply))) return reply;
    const snapshot = await shownTo(request, reply);
    if (!snapshot) return reply.code(503).header('retry-after', '5').type('text/plain').send(live.whyNone());
    const asked = askedPage(snapshot, request);
    const address = normalisePath(asked.pathname);
    // One page has one address, however many slashes were typed.
    if (asked.isFound && request.url.split('?', 1)[0] !== address) return reply.redirect(address + asked.search, 308);
    tokens.greet(request, reply);
    return show(asked, request, reply, saidOf(asked, request, reply));
  }

  app.get('/*', send);
  app.get('/', send);
  servePosts(app, { live, settings, show, shownTo });
}
