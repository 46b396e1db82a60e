import type { PageFacts, RouteDeclaration } from './module';

/** Matches paths with the declared patterns: the same rule for the shell, the portal host, publishing and the screens. */

const segments = (path: string): string[] => path.split('/').filter(Boolean);
const isVariable = (segment: string): boolean => segment.startsWith(':');

/** Normalises a path: `/faq/` and `//faq` become `/faq`. */
export const normalisePath = (pathname: string): string => `/${segments(pathname).join('/')}`;

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Returns the values of the pattern's variables, or null if the path does not match. `*` matches every path. */
export function matchPattern(pattern: string, pathname: string): Record<string, string> | null {
  if (pattern === '*') return {};
  const wanted = segments(pattern);
  const given = segments(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (isVariable(part)) params[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return params;
}

/** Normalises a pattern. Patterns with the same result match the same paths: `/a/:id` and `/a/:name`. */
export const normalisePattern = (pattern: string): string =>
  pattern === '*'
    ? '*'
    : `/${segments(pattern)
        .map((segment) => (isVariable(segment) ? ':' : segment))
        .join('/')}`;

/** Sorts patterns with fewer variables first (`/guard/documents` before `/guard/:x`), and `*` last. */
export function compareSpecificity(a: string, b: string): number {
  const variables = (pattern: string) => (pattern === '*' ? Number.POSITIVE_INFINITY : segments(pattern).filter(isVariable).length);
  return variables(a) === variables(b) ? 0 : variables(a) - variables(b);
}

/** Returns the first matching entry. `entries` must be sorted by `compareSpecificity`. */
export function firstMatch<T extends { pattern: string }>(
  entries: readonly T[],
  pathname: string,
): (T & { params: Record<string, string> }) | null {
  for (const entry of entries) {
    const params = matchPattern(entry.pattern, pathname);
    if (params) return { ...entry, params };
  }
  return null;
}

export interface OwnedRoute {
  module: string;
  pattern: string;
  route: RouteDeclaration;
}

/** All routes of these modules, sorted for `firstMatch`. */
export const ownedRoutes = (modules: Record<string, { routes: Record<string, RouteDeclaration> }>): OwnedRoute[] =>
  Object.entries(modules)
    .flatMap(([module, { routes }]) => Object.entries(routes).map(([pattern, route]) => ({ module, pattern, route })))
    .sort((a, b) => compareSpecificity(a.pattern, b.pattern));

/** Returns the metadata of the page at this address; null if the route declares the address as not found. */
export function pageMetadata(
  route: Pick<RouteDeclaration, 'title' | 'description' | 'pages' | 'notFound'>,
  pathname: string,
): PageFacts | null {
  if (route.notFound) return null;
  return route.pages ? (route.pages[normalisePath(pathname)] ?? null) : route;
}
