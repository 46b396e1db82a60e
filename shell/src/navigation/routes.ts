import { firstMatch, type OwnedRoute, ownedRoutes } from '@portal/mf-kit/patterns';
import type { LiveRegistry } from '../composition/registry';

export interface Found extends OwnedRoute {
  params: Record<string, string>;
}

export interface RouteTable {
  /** The owner of a path; what nobody declares goes to the owner of `*`. Null only when no module declares that. */
  find(pathname: string): Found | null;
}

/** The exact paths of all active modules, as the registry declares them now. */
export function createRouteTable(registry: LiveRegistry): RouteTable {
  let table = ownedRoutes(registry.current().modules);
  registry.onChange(() => {
    table = ownedRoutes(registry.current().modules);
  });
  return { find: (pathname) => firstMatch(table, pathname) };
}
