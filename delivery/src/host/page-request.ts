import { chromeOf, type ModuleManifest, type RouteDeclaration } from '@portal/mf-kit/module';
import { INSPECT } from '@portal/mf-kit/override';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { normalisePath, type OwnedRoute, pageMetadata } from '@portal/mf-kit/routePatterns';
import type { FastifyRequest } from 'fastify';
import { findRoute } from '../registry/route-owners';
import { cookie } from './cookie';
import { type IndexablePage, indexablePages } from './indexable-pages';
import type { Snapshot } from './live-registry';
import { THEMES, type Theme } from './render-page';

/** The page of a request, under one revision. */
export interface PageRequest {
  snapshot: Snapshot;
  pathname: string;
  search: string;
  match: OwnedRoute | null;
  /** The route as its module declares it, including fields that the registry omits; null for a dev server's module. */
  declared: { manifest: ModuleManifest; route: RouteDeclaration } | null;
  title: string | null;
  isFound: boolean;
  listed: IndexablePage | null;
  /**
   * Whether the scripts may wait for an interaction: not for a guard with a session, whose page shows more, and not with an override or
   * `?inspect`, which need scripts.
   */
  canDeferScripts: boolean;
}

/** Whether a module comes from its dev server, without hashes. */
export const isUnhashed = ({ registry }: Snapshot): boolean => Object.values(registry.modules).some(({ dev }) => dev);

/** The requested address. Two slashes at the start would be parsed as a host name; dots or a backslash can produce them, too. */
export function requestUrl({ url }: Pick<FastifyRequest, 'url'>): URL {
  const resolved = new URL(url.replaceAll('\\', '%5C').replace(/^\/+/, '/'), 'http://host');
  resolved.pathname = resolved.pathname.replace(/^\/+/, '/');
  return resolved;
}

export function resolvePage(snapshot: Snapshot, request: FastifyRequest): PageRequest {
  const { pathname, search, searchParams } = requestUrl(request);
  const { modules } = snapshot.registry;
  const isKept = pathname === offlinePagePath;
  const found = isKept ? null : findRoute(modules, pathname);
  const match = found && { ...found, route: { ...found.route, chrome: chromeOf(found.route, searchParams) } };
  const manifest = match && snapshot.manifests.get(match.module);
  const route = match && manifest?.routes[match.pattern];
  const facts = match?.found ? pageMetadata(match.route, pathname) : null;
  // A path that the pattern does not list gets the title of the not-found page.
  const none = match?.route.pages ? findRoute(modules, '*')?.route.title : undefined;
  return {
    snapshot,
    pathname,
    search,
    match,
    declared: manifest && route ? { manifest, route } : null,
    title: facts?.title ?? none ?? match?.route.title ?? null,
    isFound: facts !== null || isKept,
    listed: indexablePages(snapshot).get(normalisePath(pathname)) ?? null,
    canDeferScripts: !hasSession(request) && !isUnhashed(snapshot) && !snapshot.overrides && !searchParams.has(INSPECT),
  };
}

export function themeOf(request: FastifyRequest): Theme | null {
  const value = cookie(request, 'theme');
  return THEMES.find((theme) => theme === value) ?? null;
}

/**
 * Whether the shell's cookie is set. With it, a guard leaves a page for visitors immediately, so that page must not appear first. It gives
 * no access here.
 */
export const hasSession = (request: FastifyRequest): boolean => Boolean(cookie(request, 'token'));

/** The cookie with the result of a posted form, read once. */
export const POSTED = 'posted';
export const postedCookie = (request: FastifyRequest): string | undefined => cookie(request, POSTED);
