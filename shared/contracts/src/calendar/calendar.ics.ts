import { money } from '../_kernel/formats';

/**
 * Calendar files according to RFC 5545: UTC instants, lines of at most 75 octets, CRLF, escaped texts. The browser creates the file of one
 * shift, the API the feed.
 */
export interface CalendarShift {
  shiftId: string;
  jobTitle: string;
  locationName: string;
  startTime: string;
  endTime: string;
  hourlyRate: string;
  sequence: number;
  /** The job was cancelled, the award was withdrawn, or the guard is on leave. */
  isCancelled: boolean;
}

const LINE_OCTETS = 75;
const encoder = new TextEncoder();

const utc = (instant: string): string => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '');

/** RFC 5545 3.3.11. A single carriage return has no meaning in a text. */
const escapeText = (text: string): string =>
  text.replace(/\\/g, '\\\\').replace(/;/g, '\\;').replace(/,/g, '\\,').replace(/\r?\n/g, '\\n').replace(/\r/g, '');

/** RFC 5545 3.1: continuation lines begin with a space, and no character is split. */
export function foldLine(line: string): string {
  let out = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      out += '\r\n ';
      octets = 1;
    }
    out += character;
    octets += size;
  }
  return out;
}

/** A cancellation gets a higher sequence than every change before it. */
function event(shift: CalendarShift, stamp: string): string[] {
  const { shiftId, jobTitle, locationName, hourlyRate, isCancelled } = shift;
  return [
    'BEGIN:VEVENT',
    `UID:${shiftId}@guard-portal`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${utc(shift.startTime)}`,
    `DTEND:${utc(shift.endTime)}`,
    `SEQUENCE:${shift.sequence + (isCancelled ? 1 : 0)}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(jobTitle)}`,
    `LOCATION:${escapeText(locationName)}`,
    `DESCRIPTION:${escapeText(`${money(hourlyRate)} / hour`)}`,
    `TRANSP:${isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ];
}

/** A complete calendar file of shifts. `now` is an ISO instant. */
export function calendarOf(shifts: readonly CalendarShift[], now: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Guard Portal//Shifts//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:My shifts',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...shifts.flatMap((shift) => event(shift, utc(now))),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** A file name that every system accepts: letters, digits and hyphens. */
export const fileNameOf = ({ jobTitle, startTime }: Pick<CalendarShift, 'jobTitle' | 'startTime'>): string =>
  `${[
    jobTitle
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60),
    startTime.slice(0, 10),
  ]
    .filter(Boolean)
    .join('-')}.ics`;

export const calendarType = 'text/calendar; charset=utf-8';
