import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import type { Guard } from '@portal/contracts/_kernel/guard';
import type { jobDetail, jobHistory, myJobs } from '@portal/contracts/jobs/jobs.endpoints';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import type { HistoryJob, Job } from '@portal/contracts/jobs/jobs.shapes';
import { nowText } from '../../platform/clock';
import { fail, failFields } from '../../platform/errors';
import { sum } from '../earnings/decimal';
import { creditedFor } from '../earnings/earnings.service';
import * as shifts from '../shifts/shifts.service';
import * as jobs from './jobs.repository';
import type { Viewer } from './jobs.rows';
import * as mine from './mine.repository';
import { search as find, type Point, type Search } from './search.repository';

const viewer = (guardId: string): Viewer => ({ guardId, now: nowText() });

/** Statuses of a job that is over for the guard, and of one that is not (HISTORY-16); a cancelled job is in neither. */
const completed = [5, 7];
const active = [0, 1, 4, 6];

/** The guard's present position, else the address of the work profile. */
function positionOf(guard: Guard, { liveLat, liveLong }: Search): Point | null {
  if (liveLat !== undefined && liveLong !== undefined) return { lat: liveLat, long: liveLong };
  return guard.lat == null || guard.lng == null ? null : { lat: guard.lat, long: guard.lng };
}

/** Approved jobs with a shift to come. A distance needs a position (400). */
export function search(guard: Guard, input: Search): Promise<Page<Job>> {
  const position = positionOf(guard, input);
  if (input.range !== undefined && !position) failFields({ range: jobsMessages.noPosition });
  return find(viewer(guard.id), input, position);
}

/** One shape for the job page and the guard's job detail. Whoever holds the job sees their own shifts, anybody else those to come. */
export async function detail(guardId: string, { jobId, shiftId }: Input<typeof jobDetail>): Promise<Output<typeof jobDetail>> {
  const job = await jobs.seenJob(viewer(guardId), jobId, shiftId ?? null);
  if (!job) return fail(404, jobsMessages.noSuchJob);
  const now = nowText();
  const ofJob = await shifts.shiftsOfJob(jobId, guardId);
  const own = job.isHeld ? ofJob.filter(({ state }) => state !== null) : ofJob;
  const toEarn = own.filter(({ state, endTime }) => endTime > now && !['on-leave', 'ended', 'missed'].includes(state ?? ''));
  const earning = await creditedFor(guardId, jobId);
  const upcomingEarning = sum(toEarn.map(({ pay }) => pay));
  const shown = (list: shifts.GuardedShift[]) => list.map(({ pay: _pay, ...shift }) => shift);
  const { isHeld, ...rest } = job;
  return {
    ...rest,
    shifts: shown(ofJob),
    upcomingShifts: shown(own.filter(({ startTime }) => startTime > now)),
    previoushifts: isHeld ? shown(own.filter(({ startTime }) => startTime <= now)) : [],
    earning,
    upcomingEarning,
    totalEarning: sum([earning, upcomingEarning]),
  };
}

/** The guard's jobs: isComplete 1 what is completed, 0 what is active. Either name of the order is taken (API-JOB-30). */
export function listMine(guardId: string, { isComplete, sort, sortBy, ...wanted }: Input<typeof myJobs>): Promise<Page<Job>> {
  const statuses = isComplete === undefined ? undefined : isComplete === 1 ? completed : active;
  return mine.myJobs(viewer(guardId), { ...wanted, statuses, order: (sort ?? sortBy) === 'asc' ? 'asc' : 'desc' });
}

/** The same jobs by shown status, with their credits. */
export function listHistory(guardId: string, { isComplete, sortBy, ...wanted }: Input<typeof jobHistory>): Promise<Page<HistoryJob>> {
  const statuses = isComplete === undefined ? undefined : [isComplete];
  return mine.history(viewer(guardId), { ...wanted, statuses, order: sortBy === 'asc' ? 'asc' : 'desc' });
}

/** The stored job, locked until the transaction ends; null when there is none. */
export const lockJob = jobs.lockJob;
