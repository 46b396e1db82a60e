import type { PageFacts, RouteDeclaration } from './module';

/** How a path meets the patterns that modules declare: one rule for the shell, the host, publishing and the screens of a module. */

const segments = (path: string): string[] => path.split('/').filter(Boolean);
const isVariable = (segment: string): boolean => segment.startsWith(':');

/** The one spelling of a path: `/faq/` and `//faq` are `/faq`. */
export const normalisePath = (pathname: string): string => `/${segments(pathname).join('/')}`;

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The values of a pattern's variables in a path; null when they do not meet. `*` meets everything. */
export function match(pattern: string, pathname: string): Record<string, string> | null {
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

/** Two patterns of one shape answer the same paths: `/a/:id` and `/a/:name`. */
export const normalisePattern = (pattern: string): string =>
  pattern === '*'
    ? '*'
    : `/${segments(pattern)
        .map((segment) => (isVariable(segment) ? ':' : segment))
        .join('/')}`;

/** Sorts fewer variables first: `/guard/documents` before `/guard/:x`, and `*` last. */
export function bySpecificity(a: string, b: string): number {
  const variables = (pattern: string) => (pattern === '*' ? Number.POSITIVE_INFINITY : segments(pattern).filter(isVariable).length);
  return variables(a) === variables(b) ? 0 : variables(a) - variables(b);
}

/** The first of `entries` whose pattern meets the path; they must stand by specificity. */
export function firstMatch<T extends { pattern: string }>(
  entries: readonly T[],
  pathname: string,
): (T & { params: Record<string, string> }) | null {
  for (const entry of entries) {
    const params = match(entry.pattern, pathname);
    if (params) return { ...entry, params };
  }
  return null;
}

/** A route and the module that declares it. */
export interface OwnedRoute {
  module: string;
  pattern: string;
  route: RouteDeclaration;
}

/** Every route of these modules, as `firstMatch` wants them. */
export const ownedRoutes = (modules: Record<string, { routes: Record<string, RouteDeclaration> }>): OwnedRoute[] =>
  Object.entries(modules)
    .flatMap(([module, { routes }]) => Object.entries(routes).map(([pattern, route]) => ({ module, pattern, route })))
    .sort((a, b) => bySpecificity(a.pattern, b.pattern));

/** What the page at this address says of itself; null where the route says that there is none: it is not found. */
export function pageMetadata(
  route: Pick<RouteDeclaration, 'title' | 'description' | 'pages' | 'notFound'>,
  pathname: string,
): PageFacts | null {
  if (route.notFound) return null;
  return route.pages ? (route.pages[normalisePath(pathname)] ?? null) : route;
}
