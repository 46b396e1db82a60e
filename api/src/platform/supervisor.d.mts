export interface End {
  code: number | null;
  signal: string | null;
}
export interface SupervisedChild {
  ended: Promise<End>;
  stop(): Promise<void>;
  /** The last line that the child wrote about a failure. */
  lastOutput(): string;
}
export type State = 'starting' | 'ready' | 'waiting-to-restart' | 'stopping' | 'stopped';
export interface Supervised<Child> {
  state(): State;
  child(): Child | null;
  start(): Promise<void>;
  stop(): Promise<End | null>;
}
export interface Clock {
  now(): number;
  pause(ms: number, signal: AbortSignal): Promise<void>;
}
export function supervise<Child extends SupervisedChild>(options: {
  name: string;
  launch: () => Child | Promise<Child>;
  untilReady?: (child: Child) => Promise<void>;
  say: (line: string) => void;
  clock?: Clock;
}): Supervised<Child>;
