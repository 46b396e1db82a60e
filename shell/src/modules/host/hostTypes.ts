import type { ModuleVersion, RegistryModule } from '@portal/mf-kit/module';
import type { RemoteLifecycles } from '@portal/mf-kit/remote';
import type { Mount } from './mount';
import type { Suspect, VersionFailures } from './versionSelection';

/** One run through the eligible versions, until one is mounted or all failed. It is current while its `gen` is the state's. */
export interface Attempt {
  readonly gen: number;
  readonly route: string | null;
  readonly version: ModuleVersion;
  readonly since: number;
  /** Milliseconds that `version` has for all steps together. */
  readonly budget: number;
  /** The mount that this attempt replaces; null for a start. */
  readonly old: Mount | null;
  /** The guard agreed to lose unsaved input. */
  readonly canDiscard: boolean;
  /** The effect that the attempt waits for. */
  readonly step: 'check' | 'load' | 'bootstrap' | 'release' | 'unmount' | 'mount' | 'attribute';
}

export interface HostState extends VersionFailures {
  /** single-spa has activated the module. */
  active: boolean;
  /** Generation: answers of an earlier one are ignored. */
  gen: number;
  mount: Mount | null;
  /** The unmount of `mount` has begun. */
  ending: boolean;
  /** Stays after it is superseded, until its step answers: a new attempt joins its load, or unloads a load that hangs. */
  attempt: Attempt | null;
  card: 'failed' | 'network' | null;
  /** How often a retry was postponed while this version was active. */
  postponed: { active: string; times: number };
}

/** The page at the time of an event. */
export interface HostEnvironment {
  now: number;
  /** The route of this module at the page's path; null on a path of another module. */
  route: string | null;
  module: RegistryModule | undefined;
  isDirty: boolean;
  isLocked: boolean;
  hasPrerendered: boolean;
  /** Container of the version that rendered the prerendered HTML. */
  renderedBy: string | undefined;
  /** Factor of the budget of the active version. */
  patience: number;
}

export type FailureCause = 'network' | 'version';

/** Events of a module host. `gen` is the generation of the attempt that the event answers. */
export interface HostEvents {
  activate(): void;
  deactivate(): void;
  /** The guard moved within the module. */
  path(): void;
  /** The active version may have changed, or input is saved. */
  update(canDiscard?: boolean): void;
  /** The button of a card. */
  retry(): void;
  /** The portal host answers again. */
  online(gen: number): void;
  /** The pause of a postponed retry is over. */
  due(gen: number, version: ModuleVersion): void;

  checked(gen: number, hasRoute: boolean): void;
  loaded(gen: number, remote: RemoteLifecycles): void;
  bootstrapped(gen: number, next: Mount): void;
  /** A frame is painted and no control is pressed. `waitedMs` is not charged to the version. */
  released(gen: number, next: Mount, waitedMs: number): void;
  unmounted(gen: number, next: Mount): void;
  /** The mount that replaces another one is not there at the next frame. */
  unpainted(gen: number): void;
  mounted(gen: number, next: Mount): void;
  /** A step failed. `next` only if its mount began. */
  failed(gen: number, error: Error, next?: Mount): void;
  attributed(gen: number, error: Error, cause: FailureCause): void;

  /** A version does not declare a route. */
  missing(version: ModuleVersion, route: string): void;
  rechecked(mount: Mount, route: string, hasRoute: boolean): void;
  crashed(mount: Mount, error: Error): void;
  /** The error of a crash is attributed. */
  blamed(mount: Mount, error: Error, cause: FailureCause): void;
  screenFailed(mount: Mount, route: string, error: Error): void;
  screenRetry(version: ModuleVersion, isFile: boolean): void;
  /** A failed mount is unmounted. */
  removed(gen: number, version: ModuleVersion, isFile: boolean, isOffline: boolean): void;
  /** A mount is removed from the page, and the next frame is painted. */
  gone(mount: Mount): void;
  /** Another version has shown the suspect's route for three seconds. */
  proven(suspect: Suspect): void;
}

/** Effects of a module host. Steps of an attempt carry its `gen` and the milliseconds that are left of the budget. */
export interface HostEffects {
  /** Not over prerendered HTML. */
  skeleton(): void;
  card(kind: 'failed' | 'network'): void;
  clear(): void;
  /** Removes placeholders, prerendered HTML, and the kept height of the page. */
  reset(): void;

  check(gen: number, ms: number, version: ModuleVersion, route: string): void;
  load(gen: number, ms: number, version: ModuleVersion): void;
  bootstrap(gen: number, ms: number, version: ModuleVersion, route: string | null, remote: RemoteLifecycles, canHydrate: boolean): void;
  release(gen: number, next: Mount, isReplacing: boolean): void;
  /** Holds focus, scroll and height for the next mount. */
  hold(): void;
  mount(gen: number, ms: number, next: Mount, isReplacing: boolean): void;
  /** Sends the event with the cause of the error. */
  attribute(error: Error, then: ['attributed', number, Error] | ['blamed', Mount, Error]): void;

  /** Ends the handle of a version that was never mounted. */
  end(next: Mount): void;
  hide(mount: Mount): void;
  unmountHidden(): void;
  unmount(mount: Mount, then?: HostEvent): void;
  unload(version: ModuleVersion, isFailed: boolean): void;
  newUrls(version: ModuleVersion): void;

  recheck(mount: Mount, route: string): void;
  awaitServer(then: HostEvent): void;
  postpone(times: number, then: HostEvent): void;
  delay(ms: number, then: HostEvent): void;

  shown(version: ModuleVersion): void;
  announce(): void;
  failed(version: ModuleVersion, error: Error, route: string | null): void;
  screenFailed(version: ModuleVersion, error: Error, route: string): void;
}

/** The name of a function and its arguments. */
type Call<Table> = { [Name in keyof Table]: Table[Name] extends (...given: infer Given) => void ? [Name, ...Given] : never }[keyof Table];
export type HostEvent = Call<HostEvents>;
export type HostEffect = Call<HostEffects>;
