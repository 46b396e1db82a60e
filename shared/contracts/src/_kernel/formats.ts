import moment from 'moment';
import { dateInZone, homeZone } from './clock';

/**
 * Every display format of the specification. Instants are ISO strings with an offset. Date-only values (`YYYY-MM-DD`) are parsed as text,
 * never as an instant.
 */
const utc = (instant: string) => moment.utc(instant);

/** `14-03-2027` (SHARED-22), the UTC day of an instant or a date-only value. */
export const dayMonthYear = (value: string): string => (value ? utc(value).format('DD-MM-YYYY') : '');
/** `14/03/2027` (SHARED-23). */
export const daySlashMonthSlashYear = (value: string): string => (value ? utc(value).format('DD/MM/YYYY') : '');
/** `14-03-2027 6:05, PM` (SHARED-24). */
export const dayAndTime = (instant: string): string => utc(instant).format('DD-MM-YYYY h:mm, A');
/** `14-03-2027 06:05, PM` (ENOTES-16). */
export const dayAndPaddedTime = (instant: string): string => utc(instant).format('DD-MM-YYYY hh:mm, A');
/** `6:05 PM` (SHARED-25). */
export const timeOfDay = (instant: string): string => utc(instant).format('h:mm A');
/** `06:05 PM` (SHARED-26). */
export const paddedTimeOfDay = (instant: string): string => utc(instant).format('hh:mm A');

/** `(416) 555-0142` for ten digits. Any other text is returned unchanged. */
export const spacedMobile = (digits: string): string => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
/** The link that calls a number. A short number such as 911 has no country code. */
export const phoneLink = (digits: string): string => (digits.length === 3 ? `tel:${digits}` : `tel:+1${digits}`);

/** `43.65107, -79.38302` for a position in degrees, to a metre. */
export const positionText = ({ lat, long }: { lat: number; long: number }): string =>
  [lat, long].map((degrees) => Number(degrees.toFixed(5))).join(', ');

/** `$1,234.50` (SHARED-18). Takes an exact decimal string or a number; a missing amount is shown as zero. */
export function money(amount: string | number | null | undefined): string {
  const [whole = '0', cents = ''] = (typeof amount === 'number' ? amount.toFixed(2) : (amount ?? '0')).split('.');
  const sign = whole.startsWith('-') ? '-' : '';
  const digits = whole.replace('-', '').replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}$${digits}.${`${cents}00`.slice(0, 2)}`;
}

/** The time zone of a site. Null or undefined means the default zone, Toronto. */
export type Zone = string | null | undefined;

/**
 * A formatter for instants at a site. It is created at its first use, because three of them took 69 ms of a slow phone's start. `elsewhere`
 * adds options for sites outside the default zone.
 */
function atSite(options: Intl.DateTimeFormatOptions, elsewhere: Intl.DateTimeFormatOptions = {}): (instant: string, zone?: Zone) => string {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (instant, zone) => {
    const timeZone = zone ?? homeZone;
    const cached = formatters.get(timeZone);
    const formatter = cached ?? new Intl.DateTimeFormat('en-CA', { timeZone, ...options, ...(timeZone !== homeZone && elsewhere) });
    if (!cached) formatters.set(timeZone, formatter);
    return formatter.format(new Date(instant));
  };
}
/** `2027-03-14`: the day of an instant at the site, as a date-only value for the formats above. */
export const siteDate = (instant: string, zone?: Zone): string => dateInZone(new Date(instant), zone ?? homeZone);

/** `6:05 p.m.` at the site; `6:05 p.m. CST` if the zone of the site differs from Toronto. */
export const localTime = atSite({ hour: 'numeric', minute: '2-digit' }, { timeZoneName: 'short' });
/** `Sun, Mar 14, 2027` at the site. */
export const localDay = atSite({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
/** `March 2027` at the site. */
export const localMonth = atSite({ month: 'long', year: 'numeric' });

/** `Sun, Mar 14` at the site, for places where the year is clear. */
export const localShortDay = atSite({ weekday: 'short', day: 'numeric', month: 'short' });

/** Calendar days at the site between two instants. 1 for a shift past midnight, shown as "+1 day". */
export function daysAfter(start: string, end: string, zone?: Zone): number {
  const day = (instant: string) => Date.parse(`${siteDate(instant, zone)}T00:00:00Z`);
  return Math.round((day(end) - day(start)) / 86_400_000);
}

const formatters = new Map<number, Intl.NumberFormat>();

/** `1,234.5`: a number with at most `maximumFractionDigits` digits after the decimal point. */
export function quantity(value: number, maximumFractionDigits = 0): string {
  const cached = formatters.get(maximumFractionDigits);
  const formatter = cached ?? new Intl.NumberFormat('en-CA', { maximumFractionDigits });
  if (!cached) formatters.set(maximumFractionDigits, formatter);
  return formatter.format(value);
}

/** `1,000+` if the server stopped counting. */
export const totalText = (count: number, isExact = true): string => `${quantity(count)}${isExact ? '' : '+'}`;

/** `0:09`, `9:59`, `1:02:03`: a duration in seconds. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
