import { number } from 'yup';

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
