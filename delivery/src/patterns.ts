import type { Registry, RegistryModule, RouteDeclaration } from '@portal/mf-kit/module';

export interface Match {
  module: string;
  pattern: string;
  route: RouteDeclaration;
}

const segments = (path: string): string[] => path.split('/').filter(Boolean);
const isVariable = (segment: string) => segment.startsWith(':');
const variables = (pattern: string): number => (pattern === '*' ? 100 : segments(pattern).filter(isVariable).length);

/** Two patterns with the same shape answer the same paths: `/a/:id` and `/a/:name`. */
export const shapeOf = (pattern: string): string =>
  pattern === '*'
    ? '*'
    : `/${segments(pattern)
        .map((segment) => (isVariable(segment) ? ':' : segment))
        .join('/')}`;

function matches(pattern: string, given: string[]): boolean {
  const wanted = segments(pattern);
  return wanted.length === given.length && wanted.every((segment, index) => isVariable(segment) || segment === given[index]);
}

/** Who answers a path, as the shell decides it too: exact patterns, fewer variables first. `found` is false for what nobody declares. */
export function findRoute(modules: Registry['modules'], pathname: string): (Match & { found: boolean }) | null {
  const all = Object.entries(modules).flatMap(([module, { routes }]) =>
    Object.entries(routes).map(([pattern, route]) => ({ module, pattern, route })),
  );
  const given = segments(pathname);
  const found = all
    .filter(({ pattern }) => pattern !== '*' && matches(pattern, given))
    .sort((a, b) => variables(a.pattern) - variables(b.pattern))[0];
  if (found) return { ...found, found: true };
  const rest = all.find(({ pattern }) => pattern === '*');
  return rest ? { ...rest, found: false } : null;
}

/** One line for each path that two modules claim; both are named. */
export function pathConflicts(modules: Record<string, Pick<RegistryModule, 'routes'>>): string[] {
  const owners = new Map<string, { module: string; pattern: string }>();
  const conflicts: string[] = [];
  for (const [module, { routes }] of Object.entries(modules)) {
    for (const pattern of Object.keys(routes)) {
      const owner = owners.get(shapeOf(pattern));
      if (owner && owner.module !== module)
        conflicts.push(`${pattern} belongs to ${owner.module} (${owner.pattern}) and ${module} claims it too`);
      else owners.set(shapeOf(pattern), { module, pattern });
    }
  }
  return conflicts;
}
