import type { ModuleVersion } from '@portal/mf-kit/module';
import { shapeOf } from '@portal/mf-kit/patterns';
import type { Loader } from './loader';
import type { LiveRegistry } from './registry';

/** How long the last good version's screen must stand before a screen that fell is laid to the release. */
const PROOF_MS = 3000;

export interface VersionsParts {
  registry: LiveRegistry;
  loader: Pick<Loader, 'manifest'>;
  /** A version failed: this counts against the release. */
  onFailed: (name: string, target: ModuleVersion, error: Error, route: string | null) => void;
}

const at = ({ container }: ModuleVersion, pattern: string | null) => `${container} ${pattern}`;

/** What this page has learnt of a module's versions, and so which of them should run. */
export class Versions {
  private readonly broken = new Set<string>();
  /** Version and screen: it threw. */
  private readonly fallen = new Set<string>();
  /** Version and pattern: it does not declare the path. */
  private readonly lacking = new Set<string>();
  private suspect: { target: ModuleVersion; pattern: string; error: Error } | null = null;

  constructor(
    private readonly name: string,
    private readonly parts: VersionsParts,
  ) {}

  private declared() {
    return this.parts.registry.current().modules[this.name];
  }

  isDeclared(target: ModuleVersion): boolean {
    return this.declared()?.container === target.container;
  }

  /** Whether the version was taken back: nothing that may run is worse. */
  isRecalled({ version }: ModuleVersion): boolean {
    return version in (this.declared()?.quarantined ?? {});
  }

  /** What may run at a path, best first: the active version, then the last good one; whose screen fell there comes after all others. */
  candidates(pattern: string | null): ModuleVersion[] {
    const module = this.declared();
    const known = [module, module?.lastGood].filter(
      (target): target is ModuleVersion => !!target && !this.broken.has(target.container) && !this.lacking.has(at(target, pattern)),
    );
    return [...known.filter((target) => this.stands(target, pattern)), ...known.filter((target) => !this.stands(target, pattern))];
  }

  /** Whether the version's screen has not fallen there. */
  stands(target: ModuleVersion, pattern: string | null): boolean {
    return !this.fallen.has(at(target, pattern));
  }

  /** Whether the version has a screen for a path that the active one declares. */
  async declares(target: ModuleVersion, pattern: string): Promise<boolean> {
    if (this.isDeclared(target)) return true;
    const manifest = await this.parts.loader.manifest(this.name, target);
    const isThere = !manifest || Object.keys(manifest.routes).some((own) => shapeOf(own) === shapeOf(pattern));
    if (!isThere) this.lacking.add(at(target, pattern));
    return isThere;
  }

  fail(target: ModuleVersion, error: Error, route: string | null = null): void {
    this.broken.add(target.container);
    this.parts.onFailed(this.name, target, error, route);
  }

  /**
   * A screen threw. Another version that shows the same screen proves that the release is at fault; when that one falls, too, it is
   * what both were given.
   * @returns whether another version can be tried
   */
  screenFell(target: ModuleVersion, pattern: string, error: Error): boolean {
    this.fallen.add(at(target, pattern));
    const isTried = this.suspect?.pattern === pattern && this.suspect.target.container !== target.container;
    const [next] = this.candidates(pattern);
    const hasOther = next !== undefined && this.stands(next, pattern);
    this.suspect = hasOther && !isTried ? { target, pattern, error } : null;
    return hasOther;
  }

  /** A version shows its screen of a path. */
  shown(target: ModuleVersion, pattern: string | null): void {
    const { suspect } = this;
    if (!suspect || suspect.pattern !== pattern || suspect.target.container === target.container) return;
    setTimeout(() => {
      if (this.suspect !== suspect) return;
      this.suspect = null;
      this.fail(suspect.target, suspect.error, suspect.pattern);
    }, PROOF_MS);
  }

  /** The guard went on: what stands there now proves nothing. */
  moved(): void {
    this.suspect = null;
  }

  /** One version gets another chance. */
  forgive({ container }: ModuleVersion): void {
    this.broken.delete(container);
  }

  /** Everything gets another chance. */
  pardon(): void {
    this.broken.clear();
    this.fallen.clear();
    this.suspect = null;
  }
}
