import type { Registry, RegistryModule } from '@portal/mf-kit/module';
import { firstMatch, normalisePattern, type OwnedRoute, ownedRoutes } from '@portal/mf-kit/routePatterns';

/** The route of a path, by the same rule as the shell's. `found` is false if no module declares it. */
export function findRoute(modules: Registry['modules'], pathname: string): (OwnedRoute & { found: boolean }) | null {
  const match = firstMatch(ownedRoutes(modules), pathname);
  return match && { module: match.module, pattern: match.pattern, route: match.route, found: match.pattern !== '*' };
}

/** One line for each path that two modules claim; both are named. */
export function pathConflicts(modules: Record<string, Pick<RegistryModule, 'routes'>>): string[] {
  const owners = new Map<string, { module: string; pattern: string }>();
  const conflicts: string[] = [];
  for (const [module, { routes }] of Object.entries(modules)) {
    for (const pattern of Object.keys(routes)) {
      const owner = owners.get(normalisePattern(pattern));
      if (owner && owner.module !== module)
        conflicts.push(
          `${pattern} belongs to ${owner.module} (${owner.pattern}) and ${module} claims it too: one of them gives it up, in the same activation`,
        );
      else owners.set(normalisePattern(pattern), { module, pattern });
    }
  }
  return conflicts;
}
