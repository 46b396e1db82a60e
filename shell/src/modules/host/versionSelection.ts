import type { ModuleManifest, ModuleVersion, RegistryModule } from '@portal/mf-kit/module';
import { normalisePattern } from '@portal/mf-kit/routePatterns';

/** A version with a failed screen. It is at fault if another version shows the same route for three seconds. */
export interface Suspect {
  version: ModuleVersion;
  route: string;
  error: Error;
}

/** The failures and missing routes of one module's versions in this page. */
export interface VersionFailures {
  /** The containers of versions that failed. */
  failed: readonly string[];
  /** Containers and routes of screens that threw. */
  failedScreens: readonly string[];
  /** Containers and routes that the version does not declare. They stay when the other marks are cleared. */
  missingRoutes: readonly string[];
  suspect: Suspect | null;
}

export const noFailures = { failed: [], failedScreens: [], suspect: null };

export const screenOf = ({ container }: ModuleVersion, route: string | null): string => `${container} ${route}`;

export const isScreenHealthy = ({ failedScreens }: VersionFailures, version: ModuleVersion, route: string | null): boolean =>
  !failedScreens.includes(screenOf(version, route));

/** The eligible versions at a route, best first: canary, active, last good. A version with a failed screen there is last. */
export function eligibleVersions(marks: VersionFailures, module: RegistryModule | undefined, route: string | null): ModuleVersion[] {
  const rank = (version: ModuleVersion) => Number(!isScreenHealthy(marks, version, route));
  return [module, module?.lastGood, module?.lastGoodOfActive]
    .filter(
      (version): version is ModuleVersion =>
        !!version && !marks.failed.includes(version.container) && !marks.missingRoutes.includes(screenOf(version, route)),
    )
    .sort((one, other) => rank(one) - rank(other));
}

/** A development build has no manifest, and every route. */
export const declaresRoute = (manifest: ModuleManifest | null, route: string): boolean =>
  !manifest || Object.keys(manifest.routes).some((own) => normalisePattern(own) === normalisePattern(route));

/** If two versions fail at the same route, their common input is at fault, so neither is suspect. */
export function markScreenFailed(
  marks: VersionFailures,
  module: RegistryModule | undefined,
  failed: Suspect,
): VersionFailures & { hasAlternative: boolean } {
  const { version, route } = failed;
  const next = { ...marks, failedScreens: [...marks.failedScreens, screenOf(version, route)] };
  const [best] = eligibleVersions(next, module, route);
  const hasAlternative = best !== undefined && isScreenHealthy(next, best, route);
  return { ...next, suspect: hasAlternative && !provableSuspect(marks, version, route) ? failed : null, hasAlternative };
}

/** The suspect, if `version` proves its fault by showing the route. */
export const provableSuspect = ({ suspect }: VersionFailures, version: ModuleVersion, route: string | null): Suspect | null =>
  suspect?.route === route && suspect.version.container !== version.container ? suspect : null;
