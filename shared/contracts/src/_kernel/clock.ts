/** The current instant. Everything that needs "now" takes one, so that tests and the demo's test clock decide it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still, for tests. */
export const fixedClock = (instant: string): Clock => ({ now: () => new Date(instant) });

/** The time of most sites, and of whatever is no site's: ages, expiry dates, the house's own days. */
export const homeZone = 'America/Toronto';

let siteDay: Intl.DateTimeFormat | undefined;

/** The civil date at home (America/Toronto) as `YYYY-MM-DD`: ages and expiry dates are judged on it. */
export function torontoDate(instant: Date): string {
  // Made at its first use: every one costs a slow phone 20 ms.
  siteDay ??= new Intl.DateTimeFormat('en-CA', { timeZone: homeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  // By its parts: browsers do not agree on their order in a language.
  const parts = siteDay.formatToParts(instant);
  return ['year', 'month', 'day'].map((wanted) => parts.find(({ type }) => type === wanted)?.value).join('-');
}

/** The civil date `days` after another one. A day at the sites is not always 24 hours long: never add hours to find tomorrow. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
