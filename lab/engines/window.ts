/** A visible, reachable element of the page. */
export interface EngineElement {
  press(): Promise<void>;
  /** Replaces its content with the text. */
  fill(text: string): Promise<void>;
  enter(): Promise<void>;
  /** Selects the option with this text. */
  choose(option: string): Promise<void>;
  /** Selects a local file. */
  upload(file: string): Promise<void>;
  /** Keeps it pressed until `act` resolves. */
  hold(act: () => Promise<void>): Promise<void>;
}

/** The functions of a browser window that the steps need; each engine implements them with its own protocol. */
export interface EngineWindow {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression in the page and returns its value as data. */
  read(expression: string): Promise<unknown>;
  /** The element that the expression returns, or null. */
  element(expression: string): Promise<EngineElement | null>;
  /** Taps at a position of the viewport. */
  tap(x: number, y: number): Promise<void>;
  /** Console errors, uncaught errors and policy violations, each as `text address`. */
  errors(): string[];
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  version: string;
  /** Opens a window with its own profile. */
  window(): Promise<EngineWindow>;
  stop(): Promise<void>;
}

/** The sites' time zone and language, as in the journeys. */
export const surroundings = { ...process.env, TZ: 'America/Toronto', LANG: 'en_CA.UTF-8', LANGUAGE: 'en_CA' };
