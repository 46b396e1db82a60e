/** A timer of the simulation. */
interface Timer {
  at: number;
  every: number | null;
  run: () => void;
}

const NAMES = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;

/** Replaces the clock and the timers of this process until `restore` is called. Timers run only in `advance`. */
export function installClock(began: number) {
  const real = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));
  const realNow = performance.now;
  const timers = new Set<Timer>();
  let now = began;

  const add = (run: () => void, ms: number, every: number | null) => {
    const timer = { at: now + ms, every, run, unref: () => timer, ref: () => timer };
    timers.add(timer);
    return timer;
  };
  const remove = (timer?: Timer) => void (timer && timers.delete(timer));
  const RealDate = Date;
  class SimulatedDate extends RealDate {
    constructor(...given: []) {
      super(...(given.length === 0 ? ([now] as unknown as []) : given));
    }
    static override now() {
      return now;
    }
  }
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => add(run, ms, null),
    setInterval: (run: () => void, ms = 0) => add(run, ms, ms),
    clearTimeout: remove,
    clearInterval: remove,
    Date: SimulatedDate,
  });
  performance.now = () => now - began;

  return {
    now: () => now,
    /** Moves the time, and runs the timers that are due, in order. */
    async advance(ms: number, settle: () => Promise<void>): Promise<void> {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        now = Math.max(now, next.at);
        if (next.every === null) timers.delete(next);
        else next.at = now + Math.max(next.every, 1);
        next.run();
        await settle();
      }
      now = end;
    },
    restore(): void {
      Object.assign(globalThis, real);
      performance.now = realNow;
    },
  };
}
