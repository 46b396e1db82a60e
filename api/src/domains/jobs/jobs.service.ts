import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import type { AssignedJob } from '@portal/contracts/jobs/jobs.assigned';
import type { jobDetail, jobHistory, myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { FoundJobs, HistoryJob, Job, Place } from '@portal/contracts/jobs/jobs.shapes';
import { nowText } from '../../platform/clock';
import { fail, failValidation } from '../../platform/http/errors';
import { creditedFor, sum } from '../earnings/earnings.service';
import { guard } from '../guards/guards.service';
import { stateOfJob as ordersOfJob } from '../orders/orders.service';
import * as shifts from '../shifts/shifts.service';
import * as assigned from './assigned-jobs.repository';
import { checkFit } from './job-fit';
import type { Viewer } from './jobs.columns';
import * as jobs from './jobs.repository';
import * as mine from './my-jobs.repository';
import { type FitProfile, search as find, type JobSearch, type Point, places as placesOf } from './search.repository';

const viewer = (guardId: string): Viewer => ({ guardId, now: nowText() });

/** Statuses of completed and active jobs of a guard (HISTORY-16); a cancelled job is in neither list. */
const completed = [5, 7];
const active = [0, 1, 4, 6];

/** The guard's present position, else the address of the work profile. A distance needs one of them (400). */
async function positionOf(guardId: string, { liveLat, liveLong }: JobSearch): Promise<Point> {
  if (liveLat !== undefined && liveLong !== undefined) return { lat: liveLat, long: liveLong };
  const { lat, lng } = await guard(guardId);
  return lat == null || lng == null ? failValidation({ range: jobsMessages.noPosition }) : { lat, long: lng };
}

const circle = async (guardId: string, input: JobSearch) => (input.range === undefined ? null : positionOf(guardId, input));

/** Jobs that the guard applied for or has are not offers, so "Fits me" hides none of them. */
const isOfOffers = ({ jobs: which, status }: JobSearch) => which !== 2 && status !== 4 && status !== 6;
const profileOf = async (guardId: string, input: JobSearch): Promise<FitProfile | null> =>
  input.fitsMe === 1 && isOfOffers(input) ? guard(guardId) : null;

/** Approved jobs with a shift to come. */
export const search = async (guardId: string, input: JobSearch): Promise<FoundJobs> =>
  find(viewer(guardId), input, await circle(guardId, input), await profileOf(guardId, input));

/** The same as places on a map, up to 1,000 of them. */
export const places = async (guardId: string, input: JobSearch): Promise<Page<Place>> =>
  placesOf(viewer(guardId), input, await circle(guardId, input), await profileOf(guardId, input));

/** One shape for the job page and the guard's job detail. A guard who has the job sees their own shifts, others the ones to come. */
export async function detail(guardId: string, { jobId, shiftId }: Input<typeof jobDetail>): Promise<Output<typeof jobDetail>> {
  const job = await jobs.seenJob(viewer(guardId), jobId, shiftId ?? null);
  if (!job) return fail(404, jobsMessages.noSuchJob);
  const now = nowText();
  const ofJob = await shifts.shiftsOfJob(jobId, guardId);
  const own = job.isHeld ? ofJob.filter(({ state }) => state !== null) : ofJob;
  const ownOrCovered = ofJob.filter((shift) => own.includes(shift) || shift.cover?.state === 'approved');
  const ahead = ownOrCovered.filter(({ phase, startTime }) => (job.isHeld ? phase !== 'over' : startTime > now));
  const toEarn = job.isHeld
    ? ahead.filter(({ state }) => state !== null && state !== 'on-leave')
    : ofJob.filter(({ endTime }) => endTime > now);
  const earning = await creditedFor(guardId, jobId);
  const upcomingEarning = sum(toEarn.map(({ pay }) => pay));
  const shown = (list: shifts.GuardedShift[]) => list.map(({ pay: _pay, ...shift }) => shift);
  const lastEnd = ofJob.at(-1)?.endTime;
  const isOpen = job.jobStatus === 1 && !job.isHeld && job.startTime > now && lastEnd !== undefined;
  return {
    ...job,
    fit: isOpen ? await checkFit(guardId, job, lastEnd) : null,
    shifts: shown(ofJob),
    // The ongoing shift is the first, before its start and after its end too.
    upcomingShifts: shown([...ahead.filter(({ phase }) => phase === 'ongoing'), ...ahead.filter(({ phase }) => phase !== 'ongoing')]),
    previoushifts: job.isHeld ? shown(own.filter(({ phase }) => phase === 'over')) : [],
    earning,
    upcomingEarning,
    orders: job.isHeld ? await ordersOfJob(guardId, jobId) : null,
    totalEarning: sum([earning, upcomingEarning]),
  };
}

/** The order of a list by either of its names (API-JOB-30). */
const orderOf = ({ sort, sortBy }: Pick<Input<typeof myJobs>, 'sort' | 'sortBy'>) => ((sort ?? sortBy) === 'asc' ? 'asc' : 'desc');

/** The guard's jobs: isComplete 1 for completed, 0 for active ones. */
export function listMine(guardId: string, { isComplete, ...wanted }: Input<typeof myJobs>): Promise<Page<Job>> {
  const statuses = isComplete === undefined ? undefined : isComplete === 1 ? completed : active;
  return mine.myJobs(viewer(guardId), { ...wanted, statuses, order: orderOf(wanted) });
}

/** The same jobs by shown status, with their credits. */
export function listHistory(guardId: string, { isComplete, ...wanted }: Input<typeof jobHistory>): Promise<Page<HistoryJob>> {
  const statuses = isComplete === undefined ? undefined : [isComplete];
  return mine.history(viewer(guardId), { ...wanted, statuses, order: orderOf(wanted) });
}

/** The jobs in which the guard has shifts, for a choice in a form. */
export const listAssigned = (guardId: string, wanted: assigned.AssignedJobsQuery): Promise<Page<AssignedJob>> =>
  assigned.assignedJobs(viewer(guardId), wanted);

/** The title of a job in which the guard has a shift; otherwise null. */
export const assignedTitle = assigned.assignedTitle;

/** Approved, cancelled and closed: guards have seen the job. */
const PUBLISHED: readonly number[] = [1, 3, 5];

/** The title of a job that guards can see or could see; otherwise null. */
export async function publishedTitle(jobId: string): Promise<string | null> {
  const job = await jobs.storedJob(jobId);
  return job && PUBLISHED.includes(job.status) ? job.title : null;
}

/** The job as it is stored; null when there is none. */
export const storedJob = jobs.storedJob;
