/** Returns the current instant. Code that needs the current time takes a clock, so tests and the demo's test clock can set it. */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const fixedClock = (instant: string): Clock => ({ now: () => new Date(instant) });

/** The time zone of most sites. It also applies to dates without a site, such as ages and expiry dates. */
export const homeZone = 'America/Toronto';

const dayFormatters = new Map<string, Intl.DateTimeFormat>();

/**
 * The civil date of an instant in a time zone as `YYYY-MM-DD`. It reads the parts, because WebKit and Chromium order the parts of en-CA
 * differently. Each zone's formatter is created at its first use, because that takes 20 ms on a slow phone.
 */
export function dateInZone(instant: Date, zone: string): string {
  let formatter = dayFormatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormatters.set(zone, formatter);
  }
  const parts = formatter.formatToParts(instant);
  return ['year', 'month', 'day'].map((partType) => parts.find(({ type }) => type === partType)?.value).join('-');
}

/** The civil date in Toronto. Ages and expiry dates are compared with it. */
export const torontoDate = (instant: Date): string => dateInZone(instant, homeZone);

/** The civil date `days` after another one. Never add hours to find tomorrow: with daylight saving time, a day can have 23 or 25 hours. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
