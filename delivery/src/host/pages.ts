import type { PostResult } from '@portal/mf-kit/pageInput';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { normalisePath } from '@portal/mf-kit/routePatterns';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { selectCanaries } from './canary-selection';
import type { Candidates } from './candidates';
import { isSecure } from './cookie';
import { hashOf, pageHeaders } from './csp';
import { refusalCookie, withFallbackShell } from './fallback-shell';
import { readPostedMessage, servePosts } from './form-posts';
import { NO_SHEETS, type Sheets, type Stylesheet } from './inline-styles';
import type { InspectAccess } from './inspect';
import type { LiveRegistry, Snapshot } from './live-registry';
import { LruCache } from './lru-cache';
import { type Overrides, withoutOverridden } from './overrides';
import { type CompressedBody, openBody, type PageDictionaries, sendBody } from './page-dictionaries';
import type { Fragment, Fragments } from './page-fragments';
import { hasSession, isUnhashed, type PageRequest, requestUrl, resolvePage, themeOf } from './page-request';
import type { PageTokens } from './page-tokens';
import { renderPage, sheetsOf } from './render-page';
import type { Settings } from './settings';
import { canSpeculate, isSpeculative, SPECULATION_RULES_PATH } from './speculation';
import type { HostTraces } from './traces';

/** How long a page is cached. The freshness timestamp in it is at most this old. */
const PAGE_MS = 5 * 60_000;

interface Page extends CompressedBody {
  at: number;
  /** The stylesheets of the page, as named in its policy. */
  styles: string[];
}

export interface PagesOptions {
  live: LiveRegistry;
  fragments: Fragments;
  sheets: (asked: readonly Stylesheet[]) => Promise<Sheets>;
  settings: Settings;
  now: () => number;
  candidates: Candidates;
  overrides: Overrides;
  inspect: InspectAccess;
  tokens: PageTokens;
  traces: HostTraces;
  dictionaries: PageDictionaries;
}

/** Over all themes and paths; the least recently used go first. */
const MOST_PAGES = 500;
const none: Fragment = { key: 'none', made: null, input: { content: {}, posted: null } };

/** Pages of candidates and overrides send no health reports, because they do not show the active set. */
const pageTokenOf = ({ registry, overrides }: Snapshot, tokens: PageTokens): Promise<string> | null =>
  registry.candidate || overrides ? null : tokens.page(registry.revision);

/** Whether the page contains nothing of a person: no posted form, candidate or override. Only such a page is sent as a delta. */
const isSameForEveryone = ({ registry, overrides }: Snapshot, posted: PostResult | null): boolean =>
  !posted && !registry.candidate && !overrides;

/** Writes pages and caches them. */
function openWritten({ live, settings, now, tokens, inspect }: Pick<PagesOptions, 'live' | 'settings' | 'now' | 'tokens' | 'inspect'>) {
  const { page: config, publicUrl, startMs } = settings;
  const cache = new LruCache<Page>(MOST_PAGES);

  async function write(
    asked: PageRequest,
    fragment: Fragment,
    sheets: Sheets,
    request: FastifyRequest,
    isInspectOffered: boolean,
  ): Promise<Page> {
    const { posted } = fragment.input;
    // Screen readers read the title first, so it contains the error.
    const title = asked.title !== null && posted && !posted.ok ? `Error: ${asked.title}` : asked.title;
    const search = { page: posted ? null : asked.listed, publicUrl, supportEmail: config.supportEmail };
    const keys = { opsPublicKey: live.opsPublicKey(), timestampPublicKey: live.timestampPublicKey() };
    const pageToken = await pageTokenOf(asked.snapshot, tokens);
    const drawn = {
      theme: themeOf(request),
      settings: { ...config, ...(isInspectOffered && { inspect: true as const }) },
      startMs,
      title,
      fragment,
      sheets,
      search,
      now: now(),
      refusalOf: (version: string) => refusalCookie(request, version),
    };
    return {
      ...openBody(renderPage({ ...asked, ...keys, pageToken, ...drawn })),
      at: drawn.now,
      styles: [...sheets.values()].map(hashOf),
    };
  }

  return async function pageOf(asked: PageRequest, fragment: Fragment, sheets: Sheets, request: FastifyRequest): Promise<Page> {
    const { snapshot, match, pathname, listed, title, canDeferScripts } = asked;
    const isInspectOffered = await inspect.isOffered(request);
    const rest = [asked, fragment, sheets, request, isInspectOffered] as const;
    if (fragment.input.posted || snapshot.overrides) return write(...rest);
    const at = Object.keys(fragment.input.content).length === 0 ? '' : pathname;
    const ours = [snapshot.registry.revision, snapshot.set, match?.module, match?.pattern, match?.route.chrome, listed?.address];
    const key = [
      ...ours,
      title,
      at,
      fragment.key,
      themeOf(request),
      isSecure(request),
      canDeferScripts,
      isInspectOffered,
      ...sheets.keys(),
    ].join(' ');
    const kept = cache.get(key);
    const page = kept && now() - kept.at < PAGE_MS ? kept : await write(...rest);
    cache.set(key, page);
    return page;
  };
}

/**
 * Serves the HTML of every path that is not a file, an event stream or the API's, and the forms posted to it. Paths without an owner get
 * 404 with the not-found page, and so do paths that a route itself does not have.
 */
export function servePages(
  app: FastifyInstance,
  { live, fragments, sheets: inlined, settings, now, candidates, overrides, inspect, tokens, traces, dictionaries }: PagesOptions,
): void {
  const { page: config } = settings;
  const pageOf = openWritten({ live, settings, now, tokens, inspect });

  async function fragmentOf(
    { snapshot, declared, match, pathname }: PageRequest,
    request: FastifyRequest,
    posted: PostResult | null,
  ): Promise<Fragment> {
    // An override may own this path, even if the registry names another module.
    if (!declared || !match || snapshot.overrides || (match.route.access === 'visitor' && hasSession(request))) return none;
    return fragments.of({ manifest: declared.manifest, pattern: match.pattern, pathname }, posted);
  }

  /** Sends the page; after a posted form with its result and status. */
  async function show(asked: PageRequest, request: FastifyRequest, reply: FastifyReply, posted: PostResult | null, status?: number) {
    const fragment = await fragmentOf(asked, request, posted);
    // A page rendered by its scripts gets links, so that the stylesheets load in parallel and stay in the browser's cache.
    const sheets = fragment.made ? await inlined(sheetsOf(asked.snapshot, asked.match)) : NO_SHEETS;
    const page = await pageOf(asked, fragment, sheets, request);
    const origins = (asked.snapshot.overrides ?? []).map(({ from }) => new URL(from).origin);
    const isPublic = isSameForEveryone(asked.snapshot, posted);
    const link = isPublic && asked.pathname !== offlinePagePath ? dictionaries.linkFor(request) : null;
    reply
      .code(status ?? (asked.isFound ? 200 : 404))
      .headers(pageHeaders(config, isSecure(request), isUnhashed(asked.snapshot), page.styles, origins))
      .headers({
        'cache-control': posted || origins.length > 0 ? 'no-store' : 'no-cache',
        vary: 'accept-encoding, available-dictionary, cookie, sec-ch-ua, save-data',
        ...(link !== null && { link: `<${link}>; rel="compression-dictionary"` }),
        'content-type': 'text/html; charset=utf-8',
        ...(asked.canDeferScripts &&
          asked.match?.route.sleeps &&
          canSpeculate(request) && { 'speculation-rules': `"${SPECULATION_RULES_PATH}"` }),
      });
    return isPublic ? dictionaries.send(request, reply, page) : sendBody(request, reply, page);
  }

  /** The set for this browser: its candidate, or the active set with its canaries. */
  async function shownTo(request: FastifyRequest, reply: FastifyReply): Promise<Snapshot | null> {
    const snapshot = live.current();
    const found = (await candidates.of(request)) ?? (snapshot && selectCanaries(snapshot, request, reply));
    // The offline page is cached on the device, so it never contains overrides.
    const own = requestUrl(request).pathname === offlinePagePath ? [] : overrides.of(request);
    return found && withoutOverridden(withFallbackShell(found, request), own);
  }

  async function send(request: FastifyRequest, reply: FastifyReply) {
    traces.begin(request, reply);
    for (const entrance of [inspect, overrides, candidates]) if (await entrance.enter(request, reply)) return reply;
    const snapshot = await shownTo(request, reply);
    if (!snapshot) return reply.code(503).header('retry-after', '5').type('text/plain').send(live.unavailableReason());
    const asked = resolvePage(snapshot, request);
    traces.addPage(request, asked);
    const address = normalisePath(asked.pathname);
    // One page has one address, even if extra slashes were typed.
    if (asked.isFound && request.url.split('?', 1)[0] !== address) return reply.redirect(address + asked.search, 308);
    if (!isSpeculative(request)) await tokens.ensureDeviceCookie(request, reply);
    return show(asked, request, reply, readPostedMessage(asked, request, reply));
  }

  app.get('/*', send);
  app.get('/', send);
  servePosts(app, { live, settings, show, shownTo, traces });
}
