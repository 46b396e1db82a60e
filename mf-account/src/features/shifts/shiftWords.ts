import { isRunning, isWorkable } from '@portal/contracts/_kernel/shift';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const counted = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** `45 min`, `3 h 5 min`, `2 days 4 h`. */
function duration(ms: number): string {
  const [days, hours, minutes] = [Math.floor(ms / DAY), Math.floor(ms / HOUR) % 24, Math.floor(ms / MINUTE) % 60];
  if (days > 0) return counted(days, 'day') + (hours > 0 ? ` ${hours} h` : '');
  if (hours > 0) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  return `${minutes} min`;
}

/** The time until the end of a running shift; for any other shift the time until, or since, its scheduled start. `now` in ms. */
export function countdown({ state, startTime, endTime }: WorkedShift, now: number): string {
  const [start, end] = [Date.parse(startTime), Date.parse(endTime)];
  if (isRunning(state)) return now < end ? `Ends in ${duration(end - now)}` : 'Past its scheduled end';
  return now < start ? `Starts in ${duration(start - now)}` : `Was due to start ${duration(now - start)} ago`;
}

/** The due action in words; null if there is none. */
export function dueAct(shift: WorkedShift, now: number): string | null {
  const { state, arriveFrom, startFrom, endTime } = shift;
  if (state === 'on-break') return 'End your break when you are back.';
  if (state === 'running') return now > Date.parse(endTime) ? 'End the job so you get paid.' : null;
  if (shift.isCancelled) return shiftMessages.cancelled;
  if (state === 'arrived') return now >= Date.parse(startFrom) ? 'You have arrived. Start your shift.' : null;
  if (state === 'awarded') return now >= Date.parse(arriveFrom) ? 'Record your arrival when you reach the site.' : null;
  return state === 'leave-requested' ? shiftMessages.leaveRequested : null;
}

export type DueStep = 'arrive' | 'start' | 'end-break' | 'end';
const steps: Partial<Record<WorkedShift['state'], DueStep>> = {
  awarded: 'arrive',
  arrived: 'start',
  'on-break': 'end-break',
  running: 'end',
};

/** The due action as a step; null while the guard can only wait. */
export function dueStep(shift: WorkedShift, now: number): DueStep | null {
  if (!isWorkable(shift, Date.parse(shift.arriveFrom), now)) return null;
  const words = dueAct(shift, now);
  return words === null || words === shiftMessages.cancelled ? null : (steps[shift.state] ?? null);
}
