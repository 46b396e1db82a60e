import { addDays } from '@portal/contracts/_kernel/clock';
import type { Endpoint, Output } from '@portal/contracts/_kernel/endpoint';
import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { award } from '@portal/contracts/applications/applications.staff';
import { jobDetail } from '@portal/contracts/jobs/jobs.endpoints';
import { postJob } from '@portal/contracts/jobs/jobs.staff';
import { callAs } from './api';
import { siteDay } from './siteDay';
import type { Staff } from './staff';

/** `openShift`: the first shift that has not begun, for which guards apply. */
export type TestJob = Output<typeof postJob> & { title: string; openShift: string };

const MINUTE = 60_000;
/** Time to apply and be awarded before the shift begins. */
const AHEAD_MS = 20_000;

/** Dollars per hour, so that the pay grows every few seconds during a test. */
const FAST_HOURLY_RATE = 900;

/** `YYYY-MM-DD` and `HH:mm` at the site. */
function siteTime(at: number) {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Toronto', dateStyle: 'short', timeStyle: 'short' }).format(at);
  const [date = '', time = ''] = text.split(' ');
  return { date, time };
}

export async function postNights(staff: Staff, title: string): Promise<TestJob> {
  const dates = [siteDay(2), siteDay(3)];
  const job = await staff.call(postJob, { jobTitle: title, dates, start: '22:00', end: '06:00', hourlyRate: 31, isTest: true });
  return { ...job, title, openShift: job.shiftIds[0] ?? '' };
}

async function postFrom(staff: Staff, title: string, starts: number, days: number) {
  const [start, end] = [siteTime(starts), siteTime(starts + 8 * 60 * MINUTE)];
  const dates = Array.from({ length: days }, (_, day) => addDays(start.date, day));
  const times = { dates, start: start.time, end: end.time };
  return staff.call(postJob, { jobTitle: title, ...times, hourlyRate: FAST_HOURLY_RATE, sitePhone: '4165550142', isTest: true });
}

/**
 * Posts a job with a shift that began a minute ago and another one tomorrow. Guards cannot apply for the first, but an award of the second
 * includes it, so that no test waits for the next minute.
 */
export async function postShiftOfNow(staff: Staff, title: string): Promise<TestJob> {
  const job = await postFrom(staff, title, Math.floor(Date.now() / MINUTE - 1) * MINUTE, 2);
  return { ...job, title, openShift: job.shiftIds[1] ?? '' };
}

/** Posts a job of one shift that begins at the next full minute with enough time for an award. For tests that follow the job to its end. */
export async function postOnlyShift(staff: Staff, title: string): Promise<TestJob> {
  const job = await postFrom(staff, title, Math.ceil((Date.now() + AHEAD_MS) / MINUTE) * MINUTE, 1);
  return { ...job, title, openShift: job.shiftIds[0] ?? '' };
}

export async function awardTo(
  url: string,
  staff: Staff,
  guard: { id: string; email: string; password: string },
  { jobId, openShift }: TestJob,
): Promise<void> {
  const as = <In, Out>(endpoint: Endpoint<In, Out>, input: In) => callAs(url, guard, endpoint, input);
  const { userId } = await as(jobDetail, { jobId });
  await as(applyForJob, { userId, jobId, shiftId: openShift, isApply: 1 });
  await staff.call(award, { jobId, guard: guard.id });
}
