import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import type { Random } from './random';

/** Start and end of a working day at the site; an end before the start is on the next day. */
export const hours = {
  morning: [
    ['06:00', '14:00'],
    ['07:00', '15:00'],
    ['08:30', '16:30'],
    ['09:00', '17:00'],
  ],
  afternoon: [
    ['12:00', '18:00'],
    ['14:00', '22:00'],
    ['15:30', '23:30'],
  ],
  evening: [
    ['18:00', '02:00'],
    ['20:00', '04:00'],
    ['22:00', '06:00'],
    ['23:00', '07:00'],
  ],
} as const;
export const allHours = [...hours.morning, ...hours.afternoon, ...hours.evening];

/** Dates of a job: one day, a range of days, or a few custom ones. */
export function jobDates(random: Random, jobType: number, first: string): string[] {
  if (jobType === 1) return [first];
  if (jobType === 2) return Array.from({ length: random.between(4, 12) }, (_, day) => addDays(first, day));
  let next = first;
  return Array.from({ length: random.between(3, 5) }, () => {
    const date = next;
    next = addDays(next, random.between(2, 5));
    return date;
  });
}

const siteClock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Toronto', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** A working day around an instant: begun `hoursAgo` before it, eight hours long, on whole quarters. */
export function workingDayAround(now: Date, hoursAgo: number): { date: string; start: string; end: string } {
  const quarter = 15 * 60_000;
  const begin = new Date(Math.floor(now.getTime() / quarter) * quarter - hoursAgo * 3_600_000);
  return { date: torontoDate(begin), start: siteClock.format(begin), end: siteClock.format(new Date(begin.getTime() + 8 * 3_600_000)) };
}
