import { whenAt } from '@portal/contracts/jobs/jobs.fit';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { nowText } from '../../platform/clock';
import { sqlState } from '../../platform/database/errors';
import { fail, failValidation } from '../../platform/http/errors';
import * as changes from './changes.repository';

export type { PlannedShift } from './changes.repository';

/**
 * Removes a guard from their shifts of a job that have not begun. Call it with the job and the guard locked.
 * @returns the removed shifts, and how many the guard keeps because they have begun.
 */
export async function revokeShifts(jobId: string, guardId: string): Promise<{ taken: string[]; left: number }> {
  const taken = await changes.takeUnbegun(jobId, guardId, nowText());
  return { taken, left: await changes.countHeld(jobId, guardId) };
}

/** Removes a guard from one shift that has not begun. Call it with the job and the guard locked. @returns how many shifts of the job the guard keeps. */
export async function removeFromShift(jobId: string, shiftId: string, guardId: string): Promise<number> {
  await changes.takeUnbegun(jobId, guardId, nowText(), shiftId);
  return changes.countHeld(jobId, guardId);
}

interface Moved {
  before: changes.PlannedShift;
  startTime: string;
  endTime: string;
  /** Guards with a confirmed earlier start that ended with the move. */
  endedEarly: readonly string[];
}

interface Move {
  shiftId: string;
  date?: string | undefined;
  start?: string | undefined;
  end?: string | undefined;
}

/**
 * Moves a shift of an approved job that has not begun to another date or other times of the site. Call it with the job and all its
 * guards locked. @returns the shift before and after the move. 400 nothing to change or into the past, 404 no such shift, 409 begun, the date is
 * taken, or one of its guards works elsewhere then.
 */
export async function moveShift({ shiftId, date, start, end }: Move): Promise<Moved> {
  const before = await changes.plannedShift(shiftId);
  if (!before) return fail(404, jobsMessages.noSuchShift);
  const after = { ...before, date: date ?? before.date, start: start ?? before.start, end: end ?? before.end };
  if (after.date === before.date && after.start === before.start && after.end === before.end)
    failValidation({ date: jobsMessages.nothingToChange });
  if (before.jobStatus !== 1) fail(409, jobsMessages.cannotChange);
  if (before.startTime <= nowText() || (await changes.isBegun(shiftId))) fail(409, jobsMessages.shiftBegun);
  const early = await changes.confirmedEarly(shiftId);
  const moved = await changes
    .moveShift(after)
    .catch((error) => (sqlState(error) === '23505' ? fail(409, jobsMessages.dayTaken) : Promise.reject(error)));
  if (!moved) return fail(404, jobsMessages.noSuchShift);
  if (moved.startTime <= nowText()) failValidation({ [date ? 'date' : 'start']: jobsMessages.inThePast });
  const near = await changes.overlapOf(shiftId);
  if (near) fail(409, jobsMessages.guardBusy(`“${near.jobTitle}” (${whenAt(near)})`));
  const stillEarly = await changes.confirmedEarly(shiftId);
  return { before, ...moved, endedEarly: early.filter((guardId) => !stillEarly.includes(guardId)) };
}
