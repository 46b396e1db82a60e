import { csvOf } from '../_kernel/csv';
import { length, localDay, localTime, money } from '../_kernel/formats';
import type { WorkedShift } from './shifts.shapes';

/** One line of the shift record: the event, its instant, and when the server received it. */
export interface RecordLine {
  what: string;
  at: string;
  receivedAt: string | null;
  detail: string;
}

const metres = (value: number | null, words: string) => (value === null ? [] : [`${Math.round(value)} m ${words}`]);
const place = ({ lat, long, accuracy }: { lat: number | null; long: number | null; accuracy: number | null }) =>
  lat === null || long === null ? ['no position'] : [`${lat.toFixed(5)}, ${long.toFixed(5)}`, ...metres(accuracy, 'accuracy')];
const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(', ');

/** All events of a shift in order of time. The print view and the CSV contain the same lines. */
export function recordLines({ arrival, started, breaks, sos, enotes, ended }: WorkedShift): RecordLine[] {
  const lines: RecordLine[] = [];
  const add = (
    what: string,
    { at, receivedAt }: { at: string; receivedAt?: string | null | undefined },
    ...detail: (string | undefined)[]
  ) => lines.push({ what, at, receivedAt: receivedAt ?? null, detail: joined(...detail) });
  if (arrival) add('Arrived', arrival, ...place(arrival), ...metres(arrival.distance, 'from the site'));
  if (started) add('Shift started', started);
  for (const one of breaks) {
    add('Break started', one, one.reason.name, one.description);
    if (one.endedAt) add('Break ended', { at: one.endedAt }, one.reason.name);
  }
  for (const note of enotes) {
    const { title, description, guard, seconds, hasPhoto } = note;
    add(
      'E-note',
      note,
      title,
      description,
      seconds != null ? `recording of ${length(seconds)}` : undefined,
      hasPhoto ? 'photo' : undefined,
      guard,
    );
  }
  for (const one of sos) {
    add('SOS', one, ...place(one));
    if (one.acknowledgedAt)
      add('SOS acknowledged', { at: one.acknowledgedAt }, one.acknowledgedBy ? `by ${one.acknowledgedBy}` : undefined);
    if (one.endedAt) add('SOS off', { at: one.endedAt });
  }
  if (ended)
    add(
      'Shift ended',
      ended,
      ended.byStaff ? 'closed by our team' : undefined,
      ended.endReasonId?.name,
      ended.shiftEndComment || undefined,
    );
  return lines.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The record as CSV: the lines, then schedule, hours and earning. */
export function recordCsv(shift: WorkedShift): string {
  const local = (instant: string) => `${localDay(instant, shift.timeZone)} ${localTime(instant, shift.timeZone)}`;
  const rows = [
    ['Event', 'At (UTC)', 'At (site)', 'Received (UTC)', 'Detail'],
    ...recordLines(shift).map(({ what, at, receivedAt, detail }) => [what, at, local(at), receivedAt ?? '', detail]),
    ['Job', '', '', '', shift.jobTitle],
    ['Location', '', '', '', shift.location.locationName],
    ['Scheduled start', shift.startTime, local(shift.startTime), '', ''],
    ['Scheduled end', shift.endTime, local(shift.endTime), '', ''],
    ['Scheduled hours', '', '', '', shift.totalShiftHours],
    ...(shift.paidFrom && shift.paidFrom !== shift.startTime ? [['Pay begins', shift.paidFrom, local(shift.paidFrom), '', '']] : []),
    ['Paid hours', '', '', '', shift.paidHours],
    ['Hourly rate', '', '', '', money(shift.hourlyRate)],
    ['Earning', '', '', '', money(shift.earning)],
  ];
  return csvOf(rows);
}
