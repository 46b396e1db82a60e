import type { Portal } from './portal';

/** What a remote's lifecycles get from the shell's slot at each mount. */
export interface RemoteProps {
  /** Fresh for every mount. */
  name: string;
  domElement: HTMLElement;
  /** The element was prerendered: hydrate instead of render. */
  hydrate: boolean;
  portal: Portal;
  /** The module's own crash, after the boundary caught it. */
  onCrash(error: Error): void;
  /**
   * One screen threw, or its code is not what was published. Gives the card to show in its place; null: the shell puts another version
   * of the module there. Missing in an older shell: then it is the module's crash.
   */
  onScreenFailed?(failure: ScreenFailure): ScreenCard | null;
  /** How the screen that the guard asked for stands, while the one before it stays on the page. */
  onMoving?(how: Moving): void;
}

export interface ScreenFailure {
  /** The route of the screen. */
  pattern: string;
  error: Error;
}

/** Draws the card of a failed screen into an element, whose Retry calls back; returns how to take it away. */
export type ScreenCard = (place: HTMLElement, retry: () => void) => () => void;

/** `coming`: its code is fetched. `waiting`: it needs a connection, and goes on by itself. `here`: it is shown. */
export type Moving = 'coming' | 'waiting' | 'here';

/** What `./remote` exposes. The shell never awaits these without a deadline. */
export interface RemoteLifecycles {
  bootstrap(props: RemoteProps): Promise<unknown>;
  mount(props: RemoteProps): Promise<unknown>;
  unmount(props: RemoteProps): Promise<unknown>;
  /** Fetches and evaluates the screen of a path, so that only rendering is left. Optional: older remotes have none. */
  preload?(pathname: string): Promise<unknown>;
}
