import { chromeOf, type ModuleManifest, type RouteDeclaration } from '@portal/mf-kit/module';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { normalisePath, type OwnedRoute, pageMetadata } from '@portal/mf-kit/routePatterns';
import type { FastifyRequest } from 'fastify';
import { findRoute } from '../patterns';
import { cookie, plainCookie } from './cookie';
import { THEMES, type Theme } from './html';
import { type ListedPage, listedPages } from './listed';
import type { Snapshot } from './live';

/** The page of a request, under one revision. */
export interface AskedPage {
  snapshot: Snapshot;
  pathname: string;
  search: string;
  match: OwnedRoute | null;
  /** The route as its module declares it, including fields that the registry omits; null for a dev server's module. */
  declared: { manifest: ModuleManifest; route: RouteDeclaration } | null;
  title: string | null;
  isFound: boolean;
  listed: ListedPage | null;
  /**
   * Whether the scripts may wait for an interaction: not for a guard with a session, whose page shows more, and not with an override, which
   * needs scripts.
   */
  maySleep: boolean;
}

/** Whether a module comes from its dev server, without hashes. */
export const isUnhashed = ({ registry }: Snapshot): boolean => Object.values(registry.modules).some(({ dev }) => dev);

/** The requested address. Two slashes at the start would be parsed as a host name; dots or a backslash can produce them, too. */
export function urlOf({ url }: Pick<FastifyRequest, 'url'>): URL {
  const resolved = new URL(url.replaceAll('\\', '%5C').replace(/^\/+/, '/'), 'http://host');
  resolved.pathname = resolved.pathname.replace(/^\/+/, '/');
  return resolved;
}

export function askedPage(snapshot: Snapshot, request: FastifyRequest): AskedPage {
  const { pathname, search, searchParams } = urlOf(request);
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
    listed: listedPages(snapshot).get(normalisePath(pathname)) ?? null,
    maySleep: !hasSession(request) && !isUnhashed(snapshot) && !snapshot.overrides,
  };
}

export function themeOf(request: FastifyRequest): Theme | null {
  const value = cookie(request, 'theme') ?? plainCookie(request, 'theme');
  return THEMES.find((theme) => theme === value) ?? null;
}

/**
 * Whether the shell's cookie is set. With it, a guard leaves a page for visitors immediately, so that page must not appear first. It gives
 * no access here. The name without `__Host-` counts as well, because a shell of the previous release sets it after a rollback.
 */
export const hasSession = (request: FastifyRequest): boolean => Boolean(cookie(request, 'token') ?? plainCookie(request, 'token'));

/** The cookie with the result of a posted form, read once. */
export const POSTED = 'posted';
export const postedCookie = (request: FastifyRequest): string | undefined => cookie(request, POSTED);
