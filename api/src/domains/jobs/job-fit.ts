import { maxApplicants } from '@portal/contracts/applications/applications.rules';
import { type FitCheck, type FitGuard, fitOfProfile, restHours } from '@portal/contracts/jobs/jobs.fit';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { guard } from '../guards/guards.service';
import { type NearShift, nearestShift } from '../shifts/rest-period.service';

/** The checks of overlap and rest both use the closest shift. An overlap leaves no rest to check. */
function beside(near: NearShift | null): FitCheck[] {
  const own = near && { jobTitle: near.jobTitle, startTime: near.startTime, endTime: near.endTime, timeZone: near.timeZone };
  if (near && near.gap < 0) return [{ kind: 'overlap', verdict: 'care', near: own, value: null }];
  const rest: FitCheck = { kind: 'rest', verdict: near ? 'care' : 'good', near: own, value: near ? String(near.gap) : null };
  return [{ kind: 'overlap', verdict: 'good', near: null, value: null }, rest];
}

function places({ appliedCount, isAppliedStatus }: Job): FitCheck {
  const isFull = appliedCount >= maxApplicants && !isAppliedStatus;
  return { kind: 'places', verdict: isFull ? 'care' : 'good', near: null, value: String(appliedCount) };
}

/** Whether an open job fits a guard: compares their other shifts and their profile, and counts the places. Advice only. */
export async function checkFit(guardId: string, job: Job, lastEnd: string): Promise<FitCheck[]> {
  const near = await nearestShift(guardId, job.jobId, restHours);
  const profile: FitGuard = await guard(guardId);
  return [...beside(near), ...fitOfProfile({ ...job, lastEnd }, profile), places(job)];
}
