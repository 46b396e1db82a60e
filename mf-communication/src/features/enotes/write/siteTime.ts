import { homeZone } from '@portal/contracts/_kernel/clock';
import { siteDate, type Zone } from '@portal/contracts/_kernel/formats';
import { eventInstant } from '@portal/contracts/enotes/enotes.rules';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

/** Allowed clock difference: a time up to one minute ahead belongs to today. */
const SLACK_MS = MINUTE_MS;

/** `21:07:09`: the time of day of an instant in UTC. */
export const utcTime = (at: Date): string => at.toISOString().slice(11, 19);
const isUtcTime = (text: unknown): text is string => typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(text.trim());

/** The last instant with this UTC time of day; null if the text is no time. */
export const instantOf = (time: unknown, now: Date): string | null => (isUtcTime(time) ? eventInstant(time.trim(), now, SLACK_MS) : null);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** `17:07`: the time of day of an instant at the site, in the format of a time input. */
export function siteTime(instant: string, zone: Zone): string {
  const timeZone = zone ?? homeZone;
  const known = formatters.get(timeZone);
  const formatter = known ?? new Intl.DateTimeFormat('en-CA', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (!known) formatters.set(timeZone, formatter);
  const parts = formatter.formatToParts(new Date(instant));
  return ['hour', 'minute'].map((wanted) => parts.find(({ type }) => type === wanted)?.value).join(':');
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The UTC time of day at which it was last `time` (HH:mm) at the site. */
export function utcOfSiteTime(time: string, now: Date, zone: Zone): string {
  const wanted = minutesOf(time);
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const latest = minute + SLACK_MS;
  const minutesAgo = (minutesOf(siteTime(new Date(latest).toISOString(), zone)) - wanted + DAY_MINUTES) % DAY_MINUTES;
  const found = latest - minutesAgo * MINUTE_MS;
  // The clocks of the site may have changed in between.
  const shift = wanted - minutesOf(siteTime(new Date(found).toISOString(), zone));
  const nearest = shift > DAY_MINUTES / 2 ? shift - DAY_MINUTES : shift < -DAY_MINUTES / 2 ? shift + DAY_MINUTES : shift;
  return utcTime(new Date(found + nearest * MINUTE_MS));
}

export const siteDay = (instant: string, now: Date, zone: Zone): string =>
  siteDate(instant, zone) === siteDate(now.toISOString(), zone) ? 'Today' : 'Yesterday';
