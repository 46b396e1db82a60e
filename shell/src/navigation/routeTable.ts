import { firstMatch, type OwnedRoute, ownedRoutes } from '@portal/mf-kit/routePatterns';
import type { ModuleRegistry } from '../registry/moduleRegistry';

export interface RouteMatch extends OwnedRoute {
  params: Record<string, string>;
}

export interface RouteTable {
  /** The owner of a path; what nobody declares goes to the owner of `*`. Null only when no module declares that. */
  find(pathname: string): RouteMatch | null;
}

/** The exact paths of all active modules, as the registry declares them now. */
export function createRouteTable(registry: ModuleRegistry): RouteTable {
  let table = ownedRoutes(registry.current().modules);
  let last: { pathname: string; found: RouteMatch | null } | null = null;
  registry.onChange(() => {
    table = ownedRoutes(registry.current().modules);
    last = null;
  });
  return {
    // One move asks some thirty times for the same path: each module, the guard, the chrome and the slot.
    find(pathname) {
      if (last?.pathname !== pathname) last = { pathname, found: firstMatch(table, pathname) };
      return last.found;
    },
  };
}
