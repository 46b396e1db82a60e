/** The current instant. Everything that needs "now" takes one, so that tests and the demo's test clock decide it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still, for tests. */
export const fixedClock = (instant: string): Clock => ({ now: () => new Date(instant) });

/** The time of most sites, and of whatever is no site's: ages, expiry dates, the house's own days. */
export const homeZone = 'America/Toronto';

const dayFormatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The civil date of an instant in a time zone as `YYYY-MM-DD`. Reads the parts, because WebKit and Chromium order the parts of en-CA
 * differently. A formatter takes 20 ms on a slow phone, so each zone gets one at its first use.
 */
export function dateInZone(instant: Date, zone: string): string {
  let formatter = dayFormatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormatters.set(zone, formatter);
  }
  const parts = formatter.formatToParts(instant);
  return ['year', 'month', 'day'].map((wanted) => parts.find(({ type }) => type === wanted)?.value).join('-');
}

/** The civil date in Toronto, by which ages and expiry dates are judged. */
export const torontoDate = (instant: Date): string => dateInZone(instant, homeZone);

/** The civil date `days` after another one. A day at the sites is not always 24 hours long: never add hours to find tomorrow. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
