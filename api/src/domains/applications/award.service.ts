import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { applicationMessages } from '@portal/contracts/applications/applications.rules';
import type { award as awardEndpoint, cancelAward, refuseApplication } from '@portal/contracts/applications/applications.staff';
import { whenAt } from '@portal/contracts/jobs/jobs.fit';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import * as chat from '../chat/members.service';
import * as jobs from '../jobs/jobs.service';
import { notifyGuard } from '../notifications/notify.service';
import { nearestShift } from '../shifts/rest-period.service';
import { removeFromShift, revokeShifts } from '../shifts/shift-changes.service';
import * as shifts from '../shifts/shifts.service';
import * as applications from './applications.repository';

/** A guard is in one place at a time. The job and the guard are locked; a database constraint enforces the same. */
async function refuseOverlap(guardId: string, jobId: string): Promise<void> {
  const near = await nearestShift(guardId, jobId, 0);
  if (near) fail(409, applicationMessages.overlaps(`“${near.jobTitle}” (${whenAt(near)})`));
}

function told(guardId: string): void {
  notifyChanged(guardId, 'applications');
  notifyChanged(guardId, 'jobs');
}

/**
 * Staff award a guard's live application: the guard gets every shift of the job that is not over, and a notification. A guard who covers one shift of
 * the job gets the others. 409 when the guard has them all.
 */
export const award = (jobId: string, guardId: string): Promise<Output<typeof awardEndpoint>> =>
  transaction(async () => {
    await lock({ job: jobId, guard: guardId });
    const job = await jobs.storedJob(jobId);
    if (job?.status !== 1) return fail(410, applicationMessages.gone);
    const live = await applications.liveApplication(jobId, guardId);
    if (!live) return fail(404, applicationMessages.noApplication);
    await refuseOverlap(guardId, jobId);
    await applications.setAwarded(jobId, guardId, nowText());
    const shiftIds = await shifts
      .awardShifts(jobId, guardId)
      .catch((error) => (sqlState(error) === '23P01' ? fail(409, applicationMessages.overlaps('another shift')) : Promise.reject(error)));
    if (shiftIds.length === 0) fail(409, live.state === 'awarded' ? applicationMessages.alreadyAwarded : applicationMessages.passed);
    const words = `${job.title}: ${shiftIds.length === 1 ? 'one shift is' : `${shiftIds.length} shifts are`} yours.`;
    const first = await shifts.earliestOf(shiftIds);
    const details = first ? [`${shiftIds.length === 1 ? 'Shift' : 'First shift'}: ${whenAt(first)}`, `Site: ${first.place}`] : [];
    const to = jobsPaths.jobDetail({ jobId });
    await notifyGuard(guardId, 'jobAward', { title: applicationMessages.awarded, description: words, details, to });
    await chat.join(jobId, guardId);
    told(guardId);
    return { jobId, guardId, shiftIds };
  });

const withReason = (title: string, reason: string | undefined) => (reason ? `${title}: ${reason}` : title);

type Refusing = Omit<Input<typeof refuseApplication>, 'guard'>;

/** Staff refuse an open application: its place is free, the guard may apply again, and is notified. 404 none, 409 awarded (revoke it instead). */
export const refuse = (guardId: string, { jobId, reason }: Refusing): Promise<Output<typeof refuseApplication>> =>
  transaction(async () => {
    await lock({ job: jobId, guard: guardId });
    const job = await jobs.storedJob(jobId);
    const live = job && (await applications.liveApplication(jobId, guardId));
    if (!live) return fail(404, applicationMessages.noApplication);
    if (live.state === 'awarded') fail(409, applicationMessages.alreadyAwarded);
    await applications.setRefused(jobId, guardId, reason ?? null, nowText());
    await notifyGuard(guardId, 'jobAward', {
      title: applicationMessages.refused,
      description: withReason(job.title, reason),
      to: jobsPaths.allJobs(),
    });
    told(guardId);
    return { jobId, guardId };
  });

/**
 * Staff revoke an award: the guard loses every shift that has not begun. A guard who has begun or worked one keeps it and the application;
 * else the application is refused and its place is free. 404 not awarded, 409 no shift left to revoke.
 */
export const revokeAward = (guardId: string, { jobId, reason }: Refusing): Promise<Output<typeof cancelAward>> =>
  transaction(async () => {
    await lock({ job: jobId, guard: guardId });
    const job = await jobs.storedJob(jobId);
    if (!job || (await applications.liveApplication(jobId, guardId))?.state !== 'awarded')
      return fail(404, applicationMessages.noApplication);
    const { taken, left } = await revokeShifts(jobId, guardId);
    if (taken.length === 0) fail(409, applicationMessages.nothingToTakeBack);
    await currentServices().hooks.endCoverOffers({ jobId, guardId }, 'revoked');
    if (left === 0) {
      await applications.setRefused(jobId, guardId, reason ?? null, nowText());
      await chat.leave(jobId, guardId);
    }
    await notifyGuard(guardId, 'jobCancel', {
      title: applicationMessages.takenBack,
      description: withReason(job.title, reason),
      to: jobsPaths.allJobs(),
    });
    told(guardId);
    notifyChanged(guardId, 'leave');
    return { jobId, guardId, shiftIds: taken };
  });

/**
 * Moves one shift from a guard to another, who is on the job from now on. The first guard leaves the job if it was their last shift of it. Call it
 * with the job and both guards locked. @returns from when the second guard is paid, where dispatch confirmed an earlier start.
 */
export async function moveShiftTo(
  to: string,
  { jobId, shiftId, from, now }: { jobId: string; shiftId: string; from: string; now: string },
): Promise<string | null> {
  const left = await removeFromShift(jobId, shiftId, from);
  if (left === 0) {
    await applications.setRefused(jobId, from, applicationMessages.covered, now);
    await chat.leave(jobId, from);
  }
  const live = await applications.liveApplication(jobId, to);
  if (!live) await applications.insertAwarded(jobId, to, shiftId, now);
  if (live?.state === 'applied') await applications.setAwarded(jobId, to, now);
  const paidFrom = await shifts.giveShift({ jobId, shiftId, from, to });
  await chat.join(jobId, to);
  told(from);
  told(to);
  return paidFrom;
}
