import type { Endpoint, Output } from '@portal/contracts/_kernel/endpoint';
import { applyForJob, award } from '@portal/contracts/applications/applications.endpoints';
import { jobDetail, postJob } from '@portal/contracts/jobs/jobs.endpoints';
import { callAs } from './api';
import { siteDay } from './siteDay';
import type { Staff } from './staff';

export type TestJob = Output<typeof postJob> & { title: string };

const MINUTE = 60_000;
/** Time to apply and be awarded before the shift begins. */
const AHEAD_MS = 20_000;

/** Cents are earned every few seconds: a journey sees it grow. */
const BY_THE_MINUTE = 900;

/** `YYYY-MM-DD` and `HH:mm` at the site. */
function siteTime(at: number) {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Toronto', dateStyle: 'short', timeStyle: 'short' }).format(at);
  const [date = '', time = ''] = text.split(' ');
  return { date, time };
}

/** Posts a job of two nights, the first one in two days. */
export async function postNights(staff: Staff, title: string): Promise<TestJob> {
  const dates = [siteDay(2), siteDay(3)];
  const job = await staff.call(postJob, { jobTitle: title, dates, start: '22:00', end: '06:00', hourlyRate: 31, isTest: true });
  return { ...job, title };
}

/** Posts a job whose shift begins at the next full minute that leaves time to be awarded. */
export async function postShiftOfNow(staff: Staff, title: string): Promise<TestJob> {
  const starts = Math.ceil((Date.now() + AHEAD_MS) / MINUTE) * MINUTE;
  const [start, end] = [siteTime(starts), siteTime(starts + 8 * 60 * MINUTE)];
  const times = { dates: [start.date], start: start.time, end: end.time };
  const job = await staff.call(postJob, { jobTitle: title, ...times, hourlyRate: BY_THE_MINUTE, isTest: true });
  return { ...job, title };
}

/** The guard applies for the job and is awarded all its shifts. */
export async function awardTo(
  url: string,
  staff: Staff,
  guard: { id: string; email: string; password: string },
  { jobId, shiftIds: [shiftId = ''] }: TestJob,
): Promise<void> {
  const as = <In, Out>(endpoint: Endpoint<In, Out>, input: In) => callAs(url, guard, endpoint, input);
  const { userId } = await as(jobDetail, { jobId });
  await as(applyForJob, { userId, jobId, shiftId, isApply: 1 });
  await staff.call(award, { jobId, guard: guard.id });
}
