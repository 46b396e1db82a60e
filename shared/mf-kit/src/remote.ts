import type { Portal, Position } from './portal';

/** The props that the module host passes to a remote's lifecycles. */
export interface RemoteProps {
  /** New for every mount. */
  name: string;
  domElement: HTMLElement;
  /** The element is prerendered: hydrate it. */
  hydrate: boolean;
  portal: Portal;
  /** Reports a crash of the module that its boundary caught. */
  onCrash: (error: Error) => void;
  /**
   * Reports a screen that threw or whose code is missing. Returns the error card for its place, or null if the shell mounts another
   * version. Missing in an older shell; report a crash then.
   */
  onScreenFailed?: (failure: ScreenFailure) => ScreenCard | null;
  /** Reports the state of the requested screen while the previous one stays on the page. */
  onMoving?: (how: ScreenProgress) => void;
}

export interface ScreenFailure {
  pattern: string;
  error: Error;
}

/** Renders the error card of a screen into an element and returns the function that removes it. Its Retry calls `retry`. */
export type ScreenCard = (place: HTMLElement, retry: () => void) => () => void;

/** `coming`: its code loads. `waiting`: it waits for a connection. `here`: it is shown. */
export type ScreenProgress = 'coming' | 'waiting' | 'here';

/** The parts of the page on which the first reads of a pressed link's screen depend. */
export interface PressContext {
  guardId: string;
  lastPosition: () => Position | null;
  /** Aborts the reads that no screen has taken: the press is no click, data has changed, or another link is pressed. */
  signal: AbortSignal;
}

/** The exports of `./remote`. The shell awaits each of them with a deadline. */
export interface RemoteLifecycles {
  bootstrap: (props: RemoteProps) => Promise<unknown>;
  mount: (props: RemoteProps) => Promise<unknown>;
  unmount: (props: RemoteProps) => Promise<unknown>;
  /** Loads and evaluates the code of a path's screen. Optional, because older remotes have none. */
  preload?: (pathname: string) => Promise<unknown>;
  /** Loads the code of the screen of a pressed link, then starts the screen's first reads. Missing in older remotes. */
  startScreenReads?: (to: URL, context: PressContext) => Promise<unknown>;
}
