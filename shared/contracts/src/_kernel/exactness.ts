import { number } from 'yup';
import { localTime, type Zone } from './formats';

/** How far the true time of an act can be from the stated one, in ms. Null or missing: not known. */
export const within = () => number().nullable();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Above this, hours are shown: `within 2 hours`. */
const MINUTES_SHOWN = 90 * MINUTE;

const rounded = (ms: number, unit: number, name: string) => {
  const count = Math.ceil(ms / unit);
  return `within ${count} ${name}${count === 1 ? '' : 's'}`;
};

/** `within 2 minutes`; null for a time that is exact to the minute, and without a statement. */
export function withinText(ms: number | null | undefined): string | null {
  if (ms == null || ms <= MINUTE) return null;
  return ms <= MINUTES_SHOWN ? rounded(ms, MINUTE, 'minute') : rounded(ms, HOUR, 'hour');
}

/** `6:05 p.m., within 2 minutes`: the time of an act at the site, and how exact it is. */
export function exactTime(at: string, zone: Zone, withinMs: number | null | undefined): string {
  return [localTime(at, zone), withinText(withinMs)].filter(Boolean).join(', ');
}
