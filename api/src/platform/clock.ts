import { type Clock, systemClock } from '@portal/contracts/_kernel/clock';

let clock: Clock = systemClock;
let shift: { at: Date; since: number } | null = null;

/** The current time of the API. Pass it to SQL, because the database's now() ignores the test clock. */
export function now(): Date {
  if (!shift) return clock.now();
  return new Date(shift.at.getTime() + (clock.now().getTime() - shift.since));
}

/** The current time as an ISO string, as stored and sent. */
export const nowText = (): string => now().toISOString();

/** The time some milliseconds from now as an ISO string; negative values lie in the past. */
export const fromNow = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();

export function setClock(next: Clock): void {
  clock = next;
  shift = null;
}

/** Moves the test clock to an instant, from which it continues to run; null restores the system time. */
export function moveClock(to: Date | null): void {
  shift = to && { at: to, since: clock.now().getTime() };
}
