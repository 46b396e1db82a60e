import type { AssignmentState } from '@portal/contracts/_kernel/shift';
import { shiftMayBecome } from '@portal/contracts/jobs/jobs.rules';
import { leaveMessages } from '@portal/contracts/leave/leave.rules';
import { shiftLimits } from '@portal/contracts/shifts/shifts.rules';
import { fromNow, nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { lock, lockForDelete, retryTransaction } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { latest, resolveEventTime } from './event-time';
import * as shifts from './shifts.repository';
import { stateNow } from './state';
import * as working from './work-shift.repository';

export type { GuardedShift, NewShifts } from './shifts.repository';

/** Adds one shift a date to a job; times are at the site. @returns their ids in time order. */
export const addShifts = shifts.insertShifts;

/** A job's shifts with the guard's assignments. */
export const shiftsOfJob = (jobId: string, guardId: string) => shifts.shiftsOfJob(jobId, guardId, nowText());

/** The start of a shift of the job; null when the job has no such shift. */
export const shiftStart = shifts.shiftStart;

/** Assigns every shift of the job that is not over to the guard. @returns their ids. */
export const awardShifts = (jobId: string, guardId: string) => shifts.assign(jobId, guardId, nowText());

/** Assigns one shift of the job to the guard. */
export async function giveShift({
  jobId,
  shiftId,
  from,
  to,
}: {
  jobId: string;
  shiftId: string;
  from: string;
  to: string;
}): Promise<string | null> {
  await shifts.assign(jobId, to, nowText(), shiftId);
  return shifts.copyPaidFrom(shiftId, from, to);
}

/** When the guard's current shift began; null when the guard is on no shift. A session that was valid then stays valid during the shift. */
export const currentShiftStart = (guardId: string): Promise<string | null> =>
  shifts.currentShiftStart(guardId, nowText(), fromNow(-shiftLimits.overdue));

/** Start and place of the earliest of these shifts; null when there are none. */
export const earliestOf = shifts.earliestOf;

/** Hours worked within the schedule, as an exact decimal. */
export const hoursWorked = shifts.hoursWorked;

/** When the job was awarded to the guard; null when it is not theirs. */
export const heldSince = shifts.heldSince;

/** When the job was first awarded to the guard, also if they have lost it; null when it never was. */
export const firstHeldSince = shifts.firstHeldSince;

/** When the guard last lost a job that they do not have any more; null when they never had it. */
export const heldUntil = shifts.heldUntil;

/** The named shift of the guard, else their shift of the job at an instant; null when there is none. */
export const shiftAt = shifts.shiftAt;

/** The job of a shift; null when there is no such shift. */
export const jobOf = shifts.jobOf;

/** Locks a guard, every job of their applications and shifts, and the SOS of each shift, because a deletion changes all of them. */
export async function holdWithJobs(guardId: string): Promise<void> {
  const job = await shifts.jobsOf(guardId);
  await lock({ job });
  await lockForDelete({ guard: guardId });
  if ((await shifts.jobsOf(guardId)).some((one) => !job.includes(one))) retryTransaction('The jobs of a guard');
  await lock({ sos: await shifts.assignmentIdsOf(guardId) });
}

/** All guards with a shift of the job. */
export const guardsOfJob = shifts.guardsOfJob;

/** The instant that counts for an event that a guard reports: the guard's own as far as it is plausible, however late the report arrives. */
export const judgeEvent = resolveEventTime;

/** The job of a guard's shift, and the shift with its times; null when it is another guard's. */
export const jobOfShift = working.jobOfShift;
export const workedShift = working.workedShift;

/** The phase of a guard's shift: upcoming, ongoing or over. */
export const phaseOf = (shift: working.AssignedShift) => stateNow(shift).phase;

/** The latest of some instants in their stored form. */
export const latestOf = latest;

async function move(assignment: shifts.Assignment, to: AssignmentState, refusal: string): Promise<void> {
  if (!shiftMayBecome(assignment.state, to)) fail(409, refusal);
  await shifts.setState(assignment.id, to);
}

/** Marks a shift as requested for leave: it must be the guard's (403), of an approved job, and not begun (409). Call it in a transaction. */
export async function requestLeave(guardId: string, asked: { jobId: string; shiftId: string; shiftDate: string }): Promise<void> {
  await lock({ job: asked.jobId, guard: guardId });
  const assignment = await shifts.assignmentOf(guardId, asked.shiftId);
  if (!assignment || assignment.jobId !== asked.jobId) return fail(403, leaveMessages.notYours);
  if (assignment.shiftDate !== asked.shiftDate) failValidation({ shiftDate: leaveMessages.wrongDate });
  if (assignment.jobStatus !== 1 || stateNow(assignment).phase !== 'upcoming') fail(409, leaveMessages.notUpcoming);
  const isAsked = assignment.state === 'leave-requested' || assignment.state === 'on-leave';
  await move(assignment, 'leave-requested', isAsked ? leaveMessages.already : leaveMessages.notUpcoming);
  await currentServices().hooks.endCoverOffers({ jobId: asked.jobId, guardId, shiftId: asked.shiftId }, 'leave');
}

/** Puts the guard on leave for the shift, or back to work. @returns the shift for the message. */
export async function decideLeave(guardId: string, shiftId: string, isGranted: boolean): Promise<shifts.Assignment> {
  const jobId = (await shifts.jobOf(shiftId)) ?? fail(404, leaveMessages.unknown);
  await lock({ job: jobId, guard: guardId });
  const assignment = await shifts.assignmentOf(guardId, shiftId);
  if (!assignment) return fail(404, leaveMessages.unknown);
  await move(assignment, isGranted ? 'on-leave' : 'awarded', leaveMessages.unknown);
  return assignment;
}
