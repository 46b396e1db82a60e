import { chromeOf, type ModuleManifest, type RouteDeclaration } from '@portal/mf-kit/module';
import { offlinePagePath } from '@portal/mf-kit/pageLayout';
import { normalisePath, type OwnedRoute, pageMetadata } from '@portal/mf-kit/routePatterns';
import type { FastifyRequest } from 'fastify';
import { findRoute } from '../patterns';
import { cookie, plainCookie } from './cookie';
import { THEMES, type Theme } from './html';
import { type ListedPage, listedPages } from './listed';
import type { Snapshot } from './live';

/** Which page a request asks for, under one revision. */
export interface AskedPage {
  snapshot: Snapshot;
  pathname: string;
  search: string;
  match: OwnedRoute | null;
  /** The route as its module declares it, with what the registry leaves out; null for a dev server's module. */
  declared: { manifest: ModuleManifest; route: RouteDeclaration } | null;
  title: string | null;
  isFound: boolean;
  listed: ListedPage | null;
  /** A guard with a session finds more on a page than what is rendered for everybody; what comes from elsewhere comes by scripts. */
  maySleep: boolean;
}

/** Whether a module comes from its dev server, without hashes. */
export const isUnhashed = ({ registry }: Snapshot): boolean => Object.values(registry.modules).some(({ dev }) => dev);

/** The address that was asked for. Two slashes at the beginning would be a host's name, and dots or a backslash may stand for them. */
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
  // The page of an address that a pattern does not have is called as that of a path which nobody has.
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
 * The shell's cookie: with it, a guard leaves a page for visitors immediately, so that page must not appear first. It opens nothing here, so the
 * name without `__Host-` counts as well, which a shell of the release before sets after a rollback.
 */
export const hasSession = (request: FastifyRequest): boolean => Boolean(cookie(request, 'token') ?? plainCookie(request, 'token'));

/** What was said of a form that was posted, once. */
export const POSTED = 'posted';
export const postedCookie = (request: FastifyRequest): string | undefined => cookie(request, POSTED);
