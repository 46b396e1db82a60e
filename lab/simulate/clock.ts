/** The clock of one machine: how far and how fast it moves away from the true time. */
export interface MachineClock {
  offsetMs: number;
  /** Milliseconds gained in each millisecond. */
  drift: number;
  /** The true time in ms at which the process or the page of the machine began. */
  beganAt?: number;
}

/** A timer of the simulation. */
interface Timer {
  at: number;
  every: number | null;
  run: () => void;
  machine: MachineClock;
}

const NAMES = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const;
const realImmediate = setImmediate;
export const trueClock: MachineClock = { offsetMs: 0, drift: 0 };

/** Runs all code that waits for promises only. */
export const settle = () => new Promise<void>((next) => realImmediate(next));

/**
 * Replaces the clock and the timers of this process until `restore` is called. Timers run only in `advance`. Code reads the clock of the
 * machine that `runOn` names.
 */
export function installClock(began: number) {
  const real = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));
  const realNow = performance.now;
  const RealDate = Date;
  const timers = new Set<Timer>();
  let now = began;
  let machine = trueClock;

  const elapsedOn = ({ drift }: MachineClock) => (now - began) * (1 + drift);
  const readOn = (clock: MachineClock) => Math.round(began + elapsedOn(clock) + clock.offsetMs);
  const readClock = () => readOn(machine);
  function add(run: () => void, ms: number, every: number | null, on = machine) {
    const timer = { at: now + ms, every, run, machine: on, unref: () => timer, ref: () => timer };
    timers.add(timer);
    return timer;
  }
  const remove = (timer?: Timer) => void (timer && timers.delete(timer));
  class SimulatedDate extends RealDate {
    constructor(...given: []) {
      super(...(given.length === 0 ? ([readClock()] as unknown as []) : given));
    }
    static override now() {
      return readClock();
    }
  }
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => add(run, ms, null),
    setInterval: (run: () => void, ms = 0) => add(run, ms, ms),
    clearTimeout: remove,
    clearInterval: remove,
    Date: SimulatedDate,
  });
  performance.now = () => (now - (machine.beganAt ?? began)) * (1 + machine.drift);

  function nextTimer(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of timers) if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    return next;
  }

  /** Runs `act`, and the code that it starts, on a machine. */
  async function runOn(clock: MachineClock, act: () => unknown, settleAll = settle): Promise<void> {
    machine = clock;
    try {
      await act();
      await settleAll();
    } finally {
      machine = trueClock;
    }
  }

  return {
    /** The true time in ms. */
    now: () => now,
    /** The time in ms that this clock shows. */
    readOn,
    runOn,
    /** Runs `act` on this machine one millisecond later. */
    defer: (clock: MachineClock, act: () => void) => void add(act, 1, null, clock),
    /** Moves the time, and runs the timers that are due, in order. */
    async advance(ms: number, settleAll = settle): Promise<void> {
      const end = now + ms;
      for (let next = nextTimer(end); next; next = nextTimer(end)) {
        const { run, every } = next;
        now = Math.max(now, next.at);
        if (every === null) timers.delete(next);
        else next.at = now + Math.max(every, 1);
        await runOn(next.machine, () => run(), settleAll);
      }
      now = end;
    },
    /** Moves the time while all machines sleep. Each timer that is due then runs once. */
    async sleep(ms: number): Promise<void> {
      now += ms;
      await this.advance(0);
    },
    restore(): void {
      Object.assign(globalThis, real);
      performance.now = realNow;
    },
  };
}
export type Clock = ReturnType<typeof installClock>;
