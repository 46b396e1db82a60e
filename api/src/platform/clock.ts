import { type Clock, systemClock } from '@portal/contracts/_kernel/clock';

let clock: Clock = systemClock;
let shift: { at: Date; since: number } | null = null;

/** The API's one idea of now. Pass its value to SQL: the database's own now() knows nothing of the test clock. */
export function now(): Date {
  if (!shift) return clock.now();
  return new Date(shift.at.getTime() + (clock.now().getTime() - shift.since));
}

/** Now as the ISO string that is stored and sent. */
export const nowText = (): string => now().toISOString();

/** An instant some milliseconds from now, as stored. */
export const fromNow = (milliseconds: number): string => new Date(now().getTime() + milliseconds).toISOString();

export function setClock(next: Clock): void {
  clock = next;
  shift = null;
}

/** Moves the test clock to an instant, from which it goes on running; null returns to the true time. */
export function moveClock(to: Date | null): void {
  shift = to && { at: to, since: clock.now().getTime() };
}
