import type { WorkedShift } from './shifts.shapes';

/** The four read-only fields of /onJob (ONJOB-07..10, ONJOB-28); times in ms. */
export interface ShiftFigures {
  /** Since the start, including breaks. */
  timeOnJob: number;
  totalHours: number;
  /** Until the scheduled end; 0 afterwards. */
  totalRemaining: number;
  /** Dollars as an exact decimal: the credited amount, or else the amount earned so far. */
  totalEarning: string;
}

const HOUR = 3_600_000n;

/** Dollars between two instants (ms) at an hourly rate: exact, cents rounded half up, as `shift_pay` in SQL. Never negative. */
export function payFor(hourlyRate: string, from: number, to: number): string {
  const [whole = '0', fraction = ''] = hourlyRate.split('.');
  const cents = BigInt(whole + `${fraction}00`.slice(0, 2));
  const worked = BigInt(Math.max(0, to - from));
  const pay = String((2n * cents * worked + HOUR) / (2n * HOUR)).padStart(3, '0');
  return `${pay.slice(0, -2)}.${pay.slice(-2)}`;
}

/** The instant (ms) at which pay can begin: the scheduled start, or an earlier start that dispatch confirmed. */
export const paidFromOf = ({ paidFrom, startTime }: Pick<WorkedShift, 'paidFrom' | 'startTime'>): number =>
  Date.parse(paidFrom ?? startTime);

/** The four fields at an instant (ms, the server's time). Null before the start; screens then show a dash. */
export function shiftFigures(
  shift: Pick<WorkedShift, 'startTime' | 'endTime' | 'started' | 'ended' | 'hourlyRate' | 'earning' | 'paidFrom'>,
  now: number,
): ShiftFigures | null {
  if (!shift.started) return null;
  const [starts, ends, started] = [shift.startTime, shift.endTime, shift.started.at].map((instant) => Date.parse(instant)) as [
    number,
    number,
    number,
  ];
  const until = shift.ended ? Date.parse(shift.ended.at) : Math.max(now, started);
  return {
    timeOnJob: until - started,
    totalHours: ends - starts,
    totalRemaining: Math.max(0, ends - until),
    totalEarning: shift.ended ? shift.earning : payFor(shift.hourlyRate, Math.max(started, paidFromOf(shift)), Math.min(until, ends)),
  };
}
