import { addDays, torontoDate } from '@portal/contracts/_kernel/clock';
import { seedId } from './random';
import { workingDayAround } from './schedule';

/** One password for every seeded guard: it is hashed once. */
export const seedPassword = 'Guard-Demo-2026!';

/** The guard that the README and `npm start` name: approved, with data in every domain. */
export const demo = { id: seedId('guard', 'demo'), email: 'demo.guard@example.com', password: seedPassword } as const;

/** Days until the end of the demo guard's licence. */
export const demoLicenceDays = 24;

/** One guard at each step of the onboarding, and one who waits for approval (status 0). */
export const stepGuards = (['licence', 'privacy', 'terms', 'agreement', 'otp', 'registration', 'work-profile', 'approval'] as const).map(
  (step) => ({
    id: seedId('guard', step),
    step,
    email: `step.${step}@example.com`,
    password: seedPassword,
  }),
);

/** The demo guard's jobs among the 300 (numbers within the lots of `jobs.ts`). */
export const demoJobs = {
  tomorrow: 0,
  nextWeek: 1,
  applied: [2, 3],
  running: 176,
  over: 194,
  /** One shift a week for most of a year, so that charts have data. */
  steady: 213,
  closed: [204, 205, 206, 207, 208, 209, 210, 211, 212],
  cancelled: 285,
} as const;

export interface DemoTimes {
  jobType: number;
  days: string[];
  start: string;
  end: string;
}

/** The demo guard's own calendar, free of overlaps; undefined for all other jobs. */
export function demoTimes(index: number, now: Date): DemoTimes | undefined {
  const today = torontoDate(now);
  const day = (offset: number) => addDays(today, offset);
  if (index === demoJobs.tomorrow) return { jobType: 2, days: [2, 3, 4, 5, 6].map(day), start: '09:00', end: '17:00' };
  if (index === demoJobs.nextWeek) return { jobType: 3, days: [9, 11, 14].map(day), start: '20:00', end: '04:00' };
  if (index === demoJobs.running) {
    const { date, start, end } = workingDayAround(now, 2);
    return { jobType: 1, days: [date], start, end };
  }
  if (index === demoJobs.over) return { jobType: 2, days: [-5, -4, -3].map(day), start: '14:00', end: '22:00' };
  const back = (demoJobs.closed as readonly number[]).indexOf(index);
  if (back >= 0) return { jobType: 1, days: [day(-8 - 6 * back)], start: '08:30', end: '16:30' };
  if (index === demoJobs.steady) {
    const weeks = Array.from({ length: 44 }, (_, week) => day(-63 - 7 * week)).reverse();
    return { jobType: 3, days: weeks, start: '18:00', end: '23:00' };
  }
  if (index === demoJobs.cancelled) return { jobType: 1, days: [day(7)], start: '22:00', end: '06:00' };
  return undefined;
}
