import { csvOf } from '../_kernel/csv';
import { withinText } from '../_kernel/exactness';
import { durationText, localDay, localTime, money } from '../_kernel/formats';
import type { WorkedShift } from './shifts.shapes';

/** One line of the shift record: the event, its instant and how exact that is, and when the server received it. */
export interface RecordLine {
  what: string;
  at: string;
  receivedAt: string | null;
  withinMs: number | null;
  detail: string;
}

const metres = (value: number | null, words: string) => (value === null ? [] : [`${Math.round(value)} m ${words}`]);
const place = ({ lat, long, accuracy }: { lat: number | null; long: number | null; accuracy: number | null }) =>
  lat === null || long === null ? ['no position'] : [`${lat.toFixed(5)}, ${long.toFixed(5)}`, ...metres(accuracy, 'accuracy')];

const line = (
  what: string,
  { at, receivedAt = null, withinMs = null }: { at: string; receivedAt?: string | null | undefined; withinMs?: number | null | undefined },
  ...detail: (string | false | null | undefined)[]
): RecordLine => ({ what, at, receivedAt, withinMs, detail: detail.filter(Boolean).join(', ') });

const arrivalLine = (arrival: NonNullable<WorkedShift['arrival']>): RecordLine =>
  line('Arrived', arrival, ...place(arrival), ...metres(arrival.distance, 'from the site'));

function breakLines(pause: WorkedShift['breaks'][number]): RecordLine[] {
  const started = line('Break started', pause, pause.reason.name, pause.description);
  return pause.endedAt
    ? [started, line('Break ended', { at: pause.endedAt, withinMs: pause.endedWithinMs }, pause.reason.name)]
    : [started];
}

function noteLine(note: WorkedShift['enotes'][number]): RecordLine {
  const { title, description, guard, seconds, hasPhoto } = note;
  return line('E-note', note, title, description, seconds != null && `recording of ${durationText(seconds)}`, hasPhoto && 'photo', guard);
}

function sosLines(sos: WorkedShift['sos'][number]): RecordLine[] {
  const { acknowledgedAt, acknowledgedBy, endedAt, reason, battery, answeredAt, answeredWithinMs } = sos;
  const isSilence = reason === 'no-answer';
  return [
    line('SOS', sos, isSilence && 'no answer to a welfare check', ...place(sos), battery != null && `battery ${battery}%`),
    ...(acknowledgedAt ? [line('SOS acknowledged', { at: acknowledgedAt }, acknowledgedBy && `by ${acknowledgedBy}`)] : []),
    ...(answeredAt ? [line('Welfare check answered late', { at: answeredAt, receivedAt: endedAt, withinMs: answeredWithinMs })] : []),
    ...(endedAt ? [line('SOS off', { at: endedAt })] : []),
  ];
}

/** The guard's own note with its readers, and the notes of others that the guard read. */
function handoverLines({ note, readBy, read }: NonNullable<WorkedShift['handover']>): RecordLine[] {
  const recording = note?.hasRecording && (note.seconds === null ? 'recording' : `recording of ${durationText(note.seconds)}`);
  return [
    ...(note ? [line('Handover note left', note, note.text, recording)] : []),
    ...readBy.map((by) => line('Handover note read', by, `by ${by.guard}`)),
    ...read.map((of) => line('Handover note read', of, `of ${of.guard}`)),
  ];
}

const endLine = (ended: NonNullable<WorkedShift['ended']>): RecordLine =>
  line('Shift ended', ended, ended.byStaff && 'closed by our team', ended.endReasonId?.name, ended.shiftEndComment);

/** All events of a shift in order of time. The print view and the CSV contain the same lines. */
export function recordLines({ arrival, started, cover, lostAt, orders, breaks, sos, enotes, ended, handover }: WorkedShift): RecordLine[] {
  return [
    ...(cover ?? []).map((step) => line(`Cover ${step.what}`, step)),
    ...(lostAt ? [line('No longer your shift', { at: lostAt })] : []),
    ...(arrival ? [arrivalLine(arrival)] : []),
    ...(started ? [line('Shift started', started)] : []),
    ...(orders?.read ?? []).map((read) => line('Post orders read', read, `version ${read.version}`)),
    ...(handover ? handoverLines(handover) : []),
    ...breaks.flatMap(breakLines),
    ...enotes.map(noteLine),
    ...sos.flatMap(sosLines),
    ...(ended ? [endLine(ended)] : []),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The record as CSV: the lines, then schedule, hours and earning. */
export function recordCsv(shift: WorkedShift): string {
  const local = (instant: string) => `${localDay(instant, shift.timeZone)} ${localTime(instant, shift.timeZone)}`;
  const rows = [
    ['Event', 'At (UTC)', 'At (site)', 'Received (UTC)', 'Detail'],
    ...recordLines(shift).map(({ what, at, receivedAt, withinMs, detail }) => {
      return [what, at, local(at), receivedAt ?? '', [withinText(withinMs), detail].filter(Boolean).join(', ')];
    }),
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
