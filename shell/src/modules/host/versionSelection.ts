import type { ModuleVersion } from '@portal/mf-kit/module';
import { normalisePattern } from '@portal/mf-kit/routePatterns';
import type { ModuleRegistry } from '../../registry/moduleRegistry';
import type { ModuleLoader } from '../loading/moduleLoader';

/** How long the last good version's screen must stand before a screen that fell is laid to the release. */
const PROOF_MS = 3000;

export interface VersionSelectionDeps {
  registry: ModuleRegistry;
  loader: Pick<ModuleLoader, 'manifest'>;
  /** A version failed: this counts against the release. */
  onFailed: (name: string, target: ModuleVersion, error: Error, route: string | null) => void;
}

const at = ({ container }: ModuleVersion, pattern: string | null) => `${container} ${pattern}`;

/** What this page has learnt of a module's versions, and so which of them should run. */
export class VersionSelection {
  private readonly failed = new Set<string>();
  /** Version and screen: it threw. */
  private readonly failedScreens = new Set<string>();
  /** Version and pattern: it does not declare the path. */
  private readonly missingRoutes = new Set<string>();
  private suspect: { target: ModuleVersion; pattern: string; error: Error } | null = null;

  constructor(
    private readonly name: string,
    private readonly parts: VersionSelectionDeps,
  ) {}

  private declared() {
    return this.parts.registry.current().modules[this.name];
  }

  isActive(target: ModuleVersion): boolean {
    return this.declared()?.container === target.container;
  }

  /** Whether the version was taken back: nothing that may run is worse. */
  isQuarantined({ version }: ModuleVersion): boolean {
    return version in (this.declared()?.quarantined ?? {});
  }

  /** What may run at a path, best first: the active version, then the last good one; whose screen fell there comes after all others. */
  candidates(pattern: string | null): ModuleVersion[] {
    const module = this.declared();
    const known = [module, module?.lastGood].filter(
      (target): target is ModuleVersion => !!target && !this.failed.has(target.container) && !this.missingRoutes.has(at(target, pattern)),
    );
    return [
      ...known.filter((target) => this.isScreenHealthy(target, pattern)),
      ...known.filter((target) => !this.isScreenHealthy(target, pattern)),
    ];
  }

  /** Whether the version's screen has not fallen there. */
  isScreenHealthy(target: ModuleVersion, pattern: string | null): boolean {
    return !this.failedScreens.has(at(target, pattern));
  }

  /** Whether the version has a screen for a path that the active one declares. */
  async hasRoute(target: ModuleVersion, pattern: string): Promise<boolean> {
    if (this.isActive(target)) return true;
    const manifest = await this.parts.loader.manifest(this.name, target);
    const isThere = !manifest || Object.keys(manifest.routes).some((own) => normalisePattern(own) === normalisePattern(pattern));
    if (!isThere) this.missingRoutes.add(at(target, pattern));
    return isThere;
  }

  markFailed(target: ModuleVersion, error: Error, route: string | null = null): void {
    this.failed.add(target.container);
    this.parts.onFailed(this.name, target, error, route);
  }

  /**
   * A screen threw. Another version that shows the same screen proves that the release is at fault; when that one falls, too, it is
   * what both were given.
   * @returns whether another version can be tried
   */
  markScreenFailed(target: ModuleVersion, pattern: string, error: Error): boolean {
    this.failedScreens.add(at(target, pattern));
    const isTried = this.suspect?.pattern === pattern && this.suspect.target.container !== target.container;
    const [next] = this.candidates(pattern);
    const hasOther = next !== undefined && this.isScreenHealthy(next, pattern);
    this.suspect = hasOther && !isTried ? { target, pattern, error } : null;
    return hasOther;
  }

  /** A version shows its screen of a path. */
  confirmShown(target: ModuleVersion, pattern: string | null): void {
    const { suspect } = this;
    if (!suspect || suspect.pattern !== pattern || suspect.target.container === target.container) return;
    setTimeout(() => {
      if (this.suspect !== suspect) return;
      this.suspect = null;
      this.markFailed(suspect.target, suspect.error, suspect.pattern);
    }, PROOF_MS);
  }

  /** The guard went on: what stands there now proves nothing. */
  clearSuspect(): void {
    this.suspect = null;
  }

  /** One version gets another chance. */
  clearFailure({ container }: ModuleVersion): void {
    this.failed.delete(container);
  }

  /** Everything gets another chance. */
  clearAllFailures(): void {
    this.failed.clear();
    this.failedScreens.clear();
    this.suspect = null;
  }
}
