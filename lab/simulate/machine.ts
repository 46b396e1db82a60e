import { StoreFailure } from '../../delivery/src/errors';
import type { Clock, MachineClock } from './clock';

/** A process of the simulation, on the computer of the same name or of another one. */
export interface Machine {
  name: string;
  /** Its local files. Several processes of one person use one computer. */
  computer: string;
  clock: MachineClock;
  /** Without a connection to the store each of its operations fails. */
  isCut: boolean;
  /** Killed: none of its code runs any more. */
  isKilled: boolean;
  /** Each of its operations waits until the scheduler chooses it. */
  isScheduled: boolean;
  /** How long it may see an old listing of a shared folder, in ms. */
  staleMs: number;
}

export const newMachine = (name: string, given: Partial<Machine> = {}): Machine => ({
  ...{ name, computer: name, clock: { offsetMs: 0, drift: 0 }, isCut: false, isKilled: false, isScheduled: false, staleMs: 0 },
  ...given,
});

const never = () => new Promise<never>(() => undefined);

/** The operations on the store that wait until the seed chooses them. */
export function createScheduler(clock: Clock) {
  const waiting: { machine: Machine; go: () => void }[] = [];
  return {
    /** Resolves when a machine may do its next operation; never after a kill. */
    async waitForTurn(machine: Machine): Promise<void> {
      if (machine.isKilled) return never();
      if (machine.isScheduled) await new Promise<void>((go) => void waiting.push({ machine, go }));
      if (machine.isKilled) return never();
      if (machine.isCut) throw new StoreFailure('the store cannot be used');
    },
    count: () => waiting.length,
    /** Runs the operation at this place of the queue. */
    async run(place: number): Promise<void> {
      const [one] = waiting.splice(place, 1);
      if (one) await clock.runOn(one.machine.clock, one.go);
    },
    /** Runs all waiting operations of a machine that does not wait any more. */
    async unblock(machine: Machine): Promise<void> {
      machine.isScheduled = false;
      for (let at = waiting.findIndex((one) => one.machine === machine); at >= 0; at = waiting.findIndex((one) => one.machine === machine))
        await this.run(at);
    },
  };
}
export type Scheduler = ReturnType<typeof createScheduler>;
