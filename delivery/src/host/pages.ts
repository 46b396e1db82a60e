import { chromeOf } from '@portal/mf-kit/module';
import { addressOf, type OwnedRoute } from '@portal/mf-kit/patterns';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toBrotli, toGzip } from '../compress';
import { findRoute } from '../patterns';
import type { Store } from '../store';
import { pageHeaders } from './csp';
import { renderPage, THEMES, type Theme } from './html';
import { type ListedPage, listedPages } from './listed';
import type { Live, Snapshot } from './live';
import { pickEncoding } from './negotiate';
import type { PageSettings } from './settings';

/** Served between requests, so middling is enough; a page is packed once for each revision, route and theme. */
const QUALITY = 7;

interface Page {
  plain: Buffer;
  packed: Partial<Record<'br' | 'gzip', Promise<Buffer>>>;
}

export interface PagesOptions {
  live: Live;
  store: Store;
  settings: PageSettings;
  publicUrl: string;
  opsPublicKey: string;
}

function themeOf(request: FastifyRequest): Theme | null {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(request.headers.cookie ?? '')?.[1];
  return THEMES.find((theme) => theme === value) ?? null;
}

/** The cookie is the shell's: with it, a page for visitors is left at once, and must not flash up before. */
const hasSession = (request: FastifyRequest) => /(?:^|;\s*)token=[^;]/.test(request.headers.cookie ?? '');

/** The HTML of every path that is not a file, an event stream or the API's. What nobody owns answers 404 with the not-found page. */
export function servePages(app: FastifyInstance, { live, store, settings, publicUrl, opsPublicKey }: PagesOptions): void {
  let cache = new Map<string, Promise<Page>>();
  let cached: Snapshot | null = null;

  async function render(
    snapshot: Snapshot,
    match: OwnedRoute | null,
    listed: ListedPage | null,
    theme: Theme | null,
    ready: boolean,
  ): Promise<Page> {
    const manifest = match ? snapshot.manifests.get(match.module) : undefined;
    const file = match && ready ? manifest?.prerendered[match.pattern] : undefined;
    const bytes = manifest && file ? await store.read(manifest.name, manifest.version, file) : null;
    const prerendered = bytes && new TextDecoder().decode(bytes);
    const search = { page: listed, publicUrl, supportEmail: settings.supportEmail };
    return { plain: Buffer.from(renderPage({ snapshot, match, theme, settings, opsPublicKey, prerendered, search })), packed: {} };
  }

  function pageOf(
    snapshot: Snapshot,
    match: OwnedRoute | null,
    listed: ListedPage | null,
    theme: Theme | null,
    ready: boolean,
  ): Promise<Page> {
    if (cached !== snapshot) cache = new Map();
    cached = snapshot;
    const key = `${match?.module} ${match?.pattern} ${match?.route.chrome} ${listed?.address} ${theme} ${ready}`;
    const page = cache.get(key) ?? render(snapshot, match, listed, theme, ready);
    page.catch(() => cache.delete(key));
    cache.set(key, page);
    return page;
  }

  async function send(request: FastifyRequest, reply: FastifyReply) {
    const snapshot = live.current();
    if (!snapshot)
      return reply
        .code(503)
        .header('retry-after', '5')
        .type('text/plain')
        .send('Nothing is activated yet: portal publish, then portal activate.');
    // Two slashes at the beginning would be a host's name.
    const { pathname, searchParams } = new URL(request.url.replace(/^\/+/, '/'), 'http://host');
    const found = findRoute(snapshot.registry.modules, pathname);
    const match = found && { ...found, route: { ...found.route, chrome: chromeOf(found.route, searchParams) } };
    const listed = listedPages(snapshot).get(addressOf(pathname)) ?? null;
    const page = await pageOf(snapshot, match, listed, themeOf(request), match?.route.access !== 'visitor' || !hasSession(request));
    const unhashed = Object.values(snapshot.registry.modules).some(({ dev }) => dev);
    reply
      .code(match?.found ? 200 : 404)
      .headers(pageHeaders(settings, request.protocol === 'https', unhashed))
      .headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, cookie', 'content-type': 'text/html; charset=utf-8' });
    const encoding = pickEncoding(request.headers['accept-encoding']);
    if (!encoding) return reply.send(page.plain);
    page.packed[encoding] ??= encoding === 'br' ? toBrotli(page.plain, QUALITY) : toGzip(page.plain);
    return reply.header('content-encoding', encoding).send(await page.packed[encoding]);
  }

  app.get('/*', send);
  app.get('/', send);
}
