import type { Clock } from '@portal/contracts/_kernel/clock';
import { currentServices } from './context';

/** A clock that staff can move in tests and demonstrations. */
export interface MovableClock extends Clock {
  /** Moves the clock to an instant, from which it continues to run; null restores the time of the source. */
  moveTo(instant: Date | null): void;
}

export function createClock(source: Clock): MovableClock {
  let shift = 0;
  return {
    now: () => (shift === 0 ? source.now() : new Date(source.now().getTime() + shift)),
    moveTo(instant) {
      shift = instant ? instant.getTime() - source.now().getTime() : 0;
    },
  };
}

/** The current time of the API. Pass it to SQL, because the database's now() ignores the test clock. */
export const now = (): Date => currentServices().clock.now();

/** The current time as an ISO string, as stored and sent. */
export const nowText = (): string => now().toISOString();

/** The time some milliseconds from now as an ISO string; negative values lie in the past. */
export const fromNow = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();
