import type { ModuleVersion } from '@portal/mf-kit/module';
import type { RemoteLifecycles, RemoteProps } from '@portal/mf-kit/portal';
import type { Loader } from './loader';
import { LOAD_MS } from './loader';
import type { LiveRegistry } from './registry';
import type { ScopedPortal } from './scopedPortal';
import type { StandIns } from './standIns';
import { within } from './within';

const MOUNT_MS = 4000;
const UNMOUNT_MS = 500;

interface Live {
  remote: RemoteLifecycles;
  props: RemoteProps;
  target: ModuleVersion;
  scope: ScopedPortal;
}

export interface SlotParts {
  outlet: HTMLElement;
  registry: LiveRegistry;
  loader: Loader;
  /** A portal for one mount. */
  openPortal: () => ScopedPortal;
  standIns: StandIns;
  /** Whether any input is unsaved: then a swap waits until it is not, or until the guard leaves. */
  isDirty: () => boolean;
  onShown: (name: string, target: ModuleVersion) => void;
  onFailed: (name: string, target: ModuleVersion, error: Error) => void;
}

let serial = 0;

/** One module's place in the page. single-spa gets answers at once; everything that a remote may delay happens in here. */
export class Slot {
  /** Counts intentions: an answer that comes after the next one began is dropped. */
  private turn = 0;
  private live: Live | null = null;
  private isEntered = false;
  /** The card stands where the module should be. */
  private isDown = false;
  private readonly broken = new Set<string>();
  private readonly gone = new WeakSet<Live>();

  constructor(
    private readonly name: string,
    private readonly parts: SlotParts,
  ) {}

  /** The version whose code is mounted. */
  get executing(): string | null {
    return this.live?.target.version ?? null;
  }

  enter(): void {
    this.isEntered = true;
    if (this.candidates().length === 0) this.broken.clear();
    void this.bringUp(null);
  }

  /** The guard went to another path of the same module: a module that is down gets another chance. */
  revisit(): void {
    if (this.isDown) this.retry();
  }

  leave(): void {
    this.isEntered = false;
    this.isDown = false;
    this.turn++;
    this.parts.standIns.clear(this.name);
    this.prerendered()?.remove();
    const leaving = this.live;
    this.live = null;
    if (!leaving) return;
    leaving.props.domElement.hidden = true;
    void this.quit(leaving);
  }

  /** The registry names another version: swap at once, or as soon as nothing unsaved would be lost. */
  follow(): void {
    if (!this.isEntered || (this.live && this.parts.isDirty())) return;
    if (this.executing !== this.declared()?.version) void this.bringUp(this.live);
  }

  private retry(): void {
    this.broken.clear();
    void this.bringUp(null);
  }

  private declared() {
    return this.parts.registry.current().modules[this.name];
  }

  private prerendered(): HTMLElement | null {
    return this.parts.outlet.querySelector<HTMLElement>(`[data-prerendered="${this.name}"]`);
  }

  /** The active version, then the last good one, without those that failed in this page. */
  private candidates(): ModuleVersion[] {
    const module = this.declared();
    if (!module) return [];
    return [module, module.lastGood].filter((target): target is ModuleVersion => target !== null && !this.broken.has(target.container));
  }

  /** Shows the first candidate that comes up. `running` is the version that a swap replaces: it stays until the next one is loaded. */
  private async bringUp(running: Live | null): Promise<void> {
    const mine = ++this.turn;
    const isStale = () => mine !== this.turn;
    this.isDown = false;
    if (!running && !this.prerendered()) this.parts.standIns.skeleton(this.name);
    for (const target of this.candidates()) {
      try {
        await this.show(target, isStale, this.live === running ? running : null);
        if (isStale()) return;
        this.parts.standIns.clear(this.name);
        return this.parts.onShown(this.name, target);
      } catch (error) {
        if (isStale()) return;
        this.failed(target, error as Error);
        this.parts.loader.forget(this.name, target, true);
        if (running && this.live === running) return;
        this.drop();
      }
    }
    this.prerendered()?.remove();
    this.isDown = true;
    this.parts.standIns.card(this.name, () => this.retry());
  }

  /** Brings one version up; `isStale` is asked after every wait. Rejects when it fails while it is still wanted. */
  private async show(target: ModuleVersion, isStale: () => boolean, running: Live | null): Promise<void> {
    const { loader, outlet } = this.parts;
    const remote = await within(LOAD_MS, 'load', loader.load(this.name, target));
    if (isStale()) return;
    const served = running || target.container !== this.declared()?.container ? null : this.prerendered();
    const scope = this.parts.openPortal();
    const props = this.propsFor(served, scope.portal, (error) => void this.crashed(next, error));
    const next: Live = { remote, target, scope, props };
    try {
      await within(LOAD_MS, 'bootstrap', remote.bootstrap(next.props));
      if (running && !isStale()) await this.quit(running);
    } catch (error) {
      scope.end();
      throw error;
    }
    if (isStale()) return scope.end();
    next.props.domElement.removeAttribute('data-prerendered');
    if (!served) outlet.append(next.props.domElement);
    this.live = next;
    try {
      await within(MOUNT_MS, 'mount', remote.mount(next.props));
    } finally {
      if (isStale()) void this.quit(next);
    }
  }

  private propsFor(served: HTMLElement | null, portal: RemoteProps['portal'], onCrash: (error: Error) => void): RemoteProps {
    const domElement = served ?? document.createElement('div');
    domElement.dataset.module = this.name;
    return { name: `${this.name}#${++serial}`, domElement, hydrate: served !== null, portal, onCrash };
  }

  /** A screen threw. Its module starts anew the next time: a failed chunk stays failed in the code that asked for it. */
  private async crashed(fallen: Live, error: Error): Promise<void> {
    if (this.live !== fallen) return;
    const mine = ++this.turn;
    this.failed(fallen.target, error);
    this.live = null;
    await this.quit(fallen);
    if (mine !== this.turn) return;
    this.parts.loader.forget(this.name, fallen.target, error.name === 'ChunkLoadError');
    await this.bringUp(null);
  }

  private failed(target: ModuleVersion, error: Error): void {
    this.broken.add(target.container);
    this.parts.onFailed(this.name, target, error);
  }

  private drop(): void {
    const fallen = this.live;
    this.live = null;
    if (fallen) void this.quit(fallen);
  }

  /** Unmounts once. A version that is no longer the active one is forgotten, so that its memory and styles go. */
  private async quit(leaving: Live): Promise<void> {
    if (this.gone.has(leaving)) return;
    this.gone.add(leaving);
    const { remote, props, target, scope } = leaving;
    scope.end();
    await within(UNMOUNT_MS, 'unmount', remote.unmount(props)).catch((error: Error) => this.parts.onFailed(this.name, target, error));
    props.domElement.remove();
    if (this.declared()?.version !== target.version) this.parts.loader.forget(this.name, target);
  }
}
