import { STALE_LOAD_MS } from '@portal/mf-kit/deadlines';
import { rememberControls } from '@portal/mf-kit/enteredValues';
import { attributeFailure, LateError, waitForServer, withDeadline } from '@portal/mf-kit/loadFailure';
import type { ModuleVersion } from '@portal/mf-kit/module';
import type { ScreenCard, ScreenFailure } from '@portal/mf-kit/remote';
import { attemptBudgetMs, retryDelayMs } from './deadlines';
import { type Attempt, createMount, type ModuleHostDeps, type Mount, type Outcome } from './mount';
import { prerenderedElement, pressAgain } from './placeholders';
import { screenFailed } from './screens';
import { mountInSameTask, nextPaint, waitForPaintAndRelease } from './swap';
import { MountDisposal } from './unmounting';
import { VersionSelection } from './versionSelection';

/** One module's place in the page. single-spa gets answers at once; everything that a remote may delay happens in here. */
export class ModuleHost {
  /** Counts intentions: an answer that comes after the next one began is dropped. */
  private turn = 0;
  private live: Mount | null = null;
  private isEntered = false;
  /** How often a replacement was postponed while this version was the active one. */
  private postponed = { active: '', times: 0 };
  /** Why a card stands where the module should be. */
  private down: 'failed' | 'network' | null = null;
  /** What is being brought up. */
  private coming: { target: ModuleVersion; since: number } | null = null;
  private readonly versions: VersionSelection;
  private readonly departures: MountDisposal;
  /** The version that rendered what the host served. */
  private readonly renderedBy: string | undefined;

  constructor(
    private readonly name: string,
    private readonly parts: ModuleHostDeps,
  ) {
    this.versions = new VersionSelection(name, parts);
    // A version that is no longer the active one is forgotten, so that its memory and styles go.
    this.departures = new MountDisposal(name, parts, (left) => {
      if (!this.versions.isActive(left.target)) this.forget(left.target, false, left);
    });
    this.renderedBy = parts.registry.current().modules[name]?.container;
  }

  /** The version whose code is mounted. */
  get mountedVersion(): string | null {
    return this.live?.target.version ?? null;
  }

  activate(): void {
    this.isEntered = true;
    this.departures.unmountHidden();
    const left = this.coming;
    if (left && performance.now() - left.since > STALE_LOAD_MS) this.forget(left.target, true, left);
    if (this.versions.candidates(this.parts.currentRoute()).length === 0) this.versions.clearAllFailures();
    void this.bringUp(null);
  }

  /** The guard went to another path of the same module: what is down gets another chance, what comes or runs must know the path. */
  async pathChanged(): Promise<void> {
    this.versions.clearSuspect();
    if (this.down) return this.retry();
    const running = this.live;
    const pattern = this.parts.currentRoute();
    if (pattern === null || !this.isEntered) return;
    if (!running) return this.coming ? this.activate() : undefined;
    // A version whose manifest cannot be read now stays: it has shown a path already.
    const isKnown = await this.versions.hasRoute(running.target, pattern).catch(() => true);
    if (this.live !== running) return;
    if (isKnown) {
      running.route = pattern;
      return;
    }
    this.drop();
    await this.bringUp(null);
  }

  deactivate(): void {
    this.isEntered = false;
    this.down = null;
    this.turn++;
    this.versions.clearSuspect();
    this.parts.standIns.reset(this.name);
    this.served()?.remove();
    const leaving = this.live;
    this.live = null;
    if (leaving) this.departures.hideThenUnmount(leaving);
  }

  /**
   * Swaps to the version that should run, at once, or as soon as nothing unsaved would be lost. What failed in this page should not.
   * `mayLose`: the guard lets what is unsaved go.
   */
  follow(mayLose = false): void {
    const pattern = this.parts.currentRoute();
    const mayTake = () => !(mayLose ? this.parts.isLocked() : this.parts.isDirty());
    const isKept = this.live !== null && !mayTake();
    if (!this.isEntered || this.departures.isClosingHandle || pattern === null || this.down === 'network' || isKept) return;
    const wanted = this.versions.candidates(pattern)[0]?.container;
    const current = (this.coming ?? this.live)?.target.container;
    if (this.live && this.coming && wanted === this.live.target.container && !this.departures.isUnmounting(this.live)) this.cancel();
    else if (wanted && wanted !== current)
      void this.bringUp(this.live && this.departures.isUnmounting(this.live) ? null : this.live, mayTake);
  }

  /** The mount is the version that should run: the attempt to replace it ends without effect. */
  private cancel(): void {
    this.turn++;
    this.coming = null;
  }

  private retry(): void {
    this.versions.clearAllFailures();
    void this.bringUp(null);
  }

  private readonly served = () => prerenderedElement(this.parts.outlet, this.name);

  /** Shows the first version that comes up. `running` is the one that a swap replaces: it stays until the next one is loaded and `mayTake`. */
  private async bringUp(running: Mount | null, mayTake: Attempt['mayTake'] = () => !this.parts.isDirty()): Promise<void> {
    const mine = ++this.turn;
    const isStale = () => mine !== this.turn;
    const pattern = this.parts.currentRoute();
    this.down = null;
    if (!running && !this.served()) this.parts.standIns.skeleton(this.name);
    const candidates = this.versions.candidates(pattern);
    for (const [place, target] of candidates.entries()) {
      // The guard may have moved while it was asked whose fault the one before was.
      if (this.parts.currentRoute() !== pattern) return this.bringUp(this.live, mayTake);
      const ms = attemptBudgetMs(place, candidates.length, this.parts.patience);
      try {
        const outcome = await this.show(target, ms, { pattern, isStale, mayTake }, this.live === running ? running : null);
        if (isStale() || outcome === 'kept') return;
        if (outcome === 'moved') return this.bringUp(this.live && this.departures.isUnmounting(this.live) ? null : this.live, mayTake);
        if (outcome === 'none') continue;
        this.parts.standIns.clear(this.name);
        this.versions.confirmShown(target, pattern);
        if (this.versions.isScreenHealthy(target, pattern)) this.parts.onShown(this.name, target);
        if (running) void nextPaint().then(this.parts.onReplaced);
        return;
      } catch (error) {
        const cause = isStale() ? null : await attributeFailure(error);
        if (isStale()) return;
        if (cause === 'version') this.versions.markFailed(target, error as Error, pattern);
        if (!running || this.live !== running) this.drop();
        if (cause === 'version') this.forget(target, true);
        if (this.live && cause === 'network') return waitForServer().then(() => this.follow());
        if (cause === 'network') return this.wait();
        if (!this.live) continue;
        const isRecalled = this.versions.isQuarantined(this.live.target);
        if (isRecalled || error instanceof LateError) this.tryLater(target);
        if (!isRecalled) return;
      }
    }
    if (this.live) return;
    this.down = 'failed';
    this.parts.standIns.errorCard(this.name, 'failed', () => this.retry());
  }

  /** What was only slow beside a running version is not broken; and one that was taken back is left as soon as anything else comes. */
  private tryLater(target: ModuleVersion): void {
    const mine = this.turn;
    const again = () => {
      if (mine !== this.turn) return;
      this.versions.clearFailure(target);
      this.follow();
    };
    const active = this.parts.registry.current().modules[this.name]?.container ?? '';
    if (this.postponed.active !== active) this.postponed = { active, times: 0 };
    setTimeout(again, retryDelayMs(this.postponed.times++));
  }

  /** The line is down, which is no version's fault: says so, and goes on by itself. */
  private async wait(): Promise<void> {
    const mine = ++this.turn;
    this.down = 'network';
    this.parts.standIns.errorCard(this.name, 'network', () => void this.bringUp(null));
    await waitForServer();
    if (mine === this.turn) await this.bringUp(null);
  }

  /** Brings one version up within `ms`; `isStale` is asked after every wait. Rejects when it fails while it is still wanted. */
  private async show(target: ModuleVersion, ms: number, { pattern, isStale, mayTake }: Attempt, running: Mount | null): Promise<Outcome> {
    const coming = { target, since: performance.now() };
    const inTime = <T>(what: string, work: Promise<T>) => withDeadline(Math.max(0, coming.since + ms - performance.now()), what, work);
    this.coming = coming;
    try {
      if (pattern !== null && !(await inTime('manifest', this.versions.hasRoute(target, pattern)))) return 'none';
      if (isStale()) return 'none';
      const remote = await inTime('load', this.parts.loader.load(this.name, target));
      if (isStale()) return 'none';
      const served = running || target.container !== this.renderedBy ? null : this.served();
      const scope = this.parts.openHandle();
      const next = createMount(this.name, { remote, target, scope, served, route: pattern }, this.parts.onMoving, {
        onCrash: (error) => void this.crashed(next, error),
        onScreenFailed: (screen) => this.screenFailed(next, screen),
      });
      const hasMoved = () => running !== null && !isStale() && this.parts.currentRoute() !== pattern;
      let isKept = false;
      try {
        await inTime('bootstrap', remote.bootstrap(next.props));
        if (running ?? (served ? null : this.served())) coming.since += await waitForPaintAndRelease(running !== null);
        isKept = running !== null && !isStale() && !mayTake();
        if (running && !isStale() && !isKept && !hasMoved()) {
          this.parts.standIns.holdPosition();
          await this.departures.unmount(running);
        }
      } catch (error) {
        scope.end();
        throw error;
      }
      if (isKept || isStale() || hasMoved()) {
        const outcome = isKept ? 'kept' : hasMoved() ? 'moved' : 'none';
        scope.end();
        return outcome;
      }
      next.props.domElement.removeAttribute('data-prerendered');
      const replaced = served ? null : this.served();
      const moveEntries = replaced && rememberControls(replaced);
      if (!served) {
        replaced?.remove();
        this.parts.outlet.append(next.props.domElement);
      }
      this.live = next;
      const mounted = running
        ? mountInSameTask(next, () => isStale() || this.parts.standIns.skeleton(this.name))
        : remote.mount(next.props);
      await inTime('mount', mounted).finally(() => {
        if (isStale()) void this.departures.unmount(next);
      });
      if (!isStale()) moveEntries?.(next.props.domElement);
      if ((served || replaced) && !isStale()) pressAgain(next.props.domElement);
      return 'shown';
    } finally {
      if (this.coming === coming) this.coming = null;
    }
  }

  /** One screen fell: another version that has it is tried, else its card stands in its place and the module goes on. */
  private screenFailed(fallen: Mount, failure: ScreenFailure): ScreenCard | null {
    const { hasOther, isFile, card } = screenFailed(this.name, this.versions, this.parts, fallen.target, failure);
    if (!hasOther || this.live !== fallen) return card;
    void this.takeAway(fallen, isFile, () => this.bringUp(null));
    return null;
  }

  /** The module fell. It starts anew the next time: a failed chunk stays failed in the code that asked for it. */
  private async crashed(fallen: Mount, error: Error): Promise<void> {
    const cause = await attributeFailure(error);
    if (this.live !== fallen) return;
    if (cause === 'version') this.versions.markFailed(fallen.target, error, fallen.route);
    await this.takeAway(fallen, error.name === 'ChunkLoadError', () => (cause === 'network' ? this.wait() : this.bringUp(null)));
  }

  private async takeAway(fallen: Mount, isFile: boolean, then: () => Promise<void>): Promise<void> {
    const mine = ++this.turn;
    this.live = null;
    await this.departures.unmount(fallen);
    if (mine !== this.turn) return;
    this.forget(fallen.target, isFile);
    await then();
  }

  private drop(): void {
    const fallen = this.live;
    this.live = null;
    if (fallen) void this.departures.unmount(fallen);
    if (fallen) this.parts.standIns.skeleton(this.name);
  }

  /** Drops a version's code and styles; never those of what is mounted or on its way. `left`: what is so no more. */
  private forget(target: ModuleVersion, failed: boolean, left: { target: ModuleVersion } | null = null): void {
    const isUsed = [this.live, this.coming].some((one) => one && one !== left && one.target.container === target.container);
    if (!isUsed) this.parts.loader.unload(this.name, target, failed);
  }
}
