/** An element of the page that stands there, is seen and can be reached. */
export interface EngineElement {
  press(): Promise<void>;
  /** Types into it, after what it has was taken out. */
  fill(text: string): Promise<void>;
  enter(): Promise<void>;
  /** Chooses the option that says so. */
  choose(option: string): Promise<void>;
  /** Gives it a file of this machine. */
  upload(file: string): Promise<void>;
  /** Keeps it pressed until `act` has ended. */
  hold(act: () => Promise<void>): Promise<void>;
}

/** A browser's window, as little of it as the steps need: each engine gives it in its own protocol. */
export interface EngineWindow {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs an expression in the page, and gives what it comes to as data. */
  read(expression: string): Promise<unknown>;
  /** The element that the expression comes to, or null. */
  element(expression: string): Promise<EngineElement | null>;
  /** A tap at a place of what is seen, whatever stands there. */
  tap(x: number, y: number): Promise<void>;
  /** Errors of the console, uncaught ones and breaches of the page's policy among them, each as `words address`. */
  errors(): string[];
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  version: string;
  /** Opens a window of a profile of its own. */
  window(): Promise<EngineWindow>;
  stop(): Promise<void>;
}

/** The sites' zone and language, as the journeys have them. */
export const surroundings = { ...process.env, TZ: 'America/Toronto', LANG: 'en_CA.UTF-8', LANGUAGE: 'en_CA' };
