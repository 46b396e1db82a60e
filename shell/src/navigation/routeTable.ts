import { withFormerFields } from '@portal/mf-kit/formerRoutes';
import type { Registry } from '@portal/mf-kit/module';
import { firstMatch, type OwnedRoute, ownedRoutes } from '@portal/mf-kit/routePatterns';
import type { ModuleRegistry } from '../registry/moduleRegistry';

export interface RouteMatch extends OwnedRoute {
  params: Record<string, string>;
}

/** The routes of all modules of a registry. */
export const routesOf = ({ modules }: Registry): OwnedRoute[] =>
  ownedRoutes(Object.fromEntries(Object.entries(modules).map(([name, { routes }]) => [name, { routes: withFormerFields(routes) }])));

export function createRouteTable(registry: ModuleRegistry) {
  let table = routesOf(registry.current());
  let last: { pathname: string; found: RouteMatch | null } | null = null;
  registry.onChange(() => {
    table = routesOf(registry.current());
    last = null;
  });
  return {
    /** The owner of a path, or of `*` for a path that no module declares. Null if no module declares `*`. */
    find(pathname: string): RouteMatch | null {
      // One move looks up the same path about thirty times.
      if (last?.pathname !== pathname) last = { pathname, found: firstMatch(table, pathname) };
      return last.found;
    },
  };
}
export type RouteTable = ReturnType<typeof createRouteTable>;
