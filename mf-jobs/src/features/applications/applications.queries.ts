import { applyForJob } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useState } from 'react';

const ALREADY_APPLIED = 404;

type Place = 'open' | 'applied' | 'full';

/** Whether a place is left for this guard. That the job has begun is said on trying (JOBPAGE-33). */
export const placeOf = (job: JobDetail): Place =>
  job.isAppliedStatus ? 'applied' : Math.max(job.appliedCount, job.applyGuardIds.length) >= maxApplicants ? 'full' : 'open';

/**
 * Applies for a job and tells how it went: `received` holds the server's words of a success, a refusal is a warning,
 * and the job is read again, because another guard may have been faster.
 */
export function useApply(job: JobDetail) {
  const portal = usePortal();
  const write = useWrite(applyForJob);
  const [received, setReceived] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [toldApplied, setToldApplied] = useState<string | null>(null);

  const refuse = (words: string) => {
    setRefusal(words);
    portal.toast('warning', words);
  };

  const apply = async () => {
    setRefusal(null);
    if (new Date(job.startTime) < portal.now()) return refuse(applicationMessages.passed);
    const { jobId, userId, shiftId, startTime } = job;
    const result = await write.send({ jobId, userId, shiftId, isApply: 1 }, { order: shiftId, validUntil: startTime });
    if (result.ok) return setReceived(result.message);
    if (result.error.code === ALREADY_APPLIED) setToldApplied(jobId);
    refuse(result.error.userMessage);
    portal.changed('applications');
  };

  const place: Place = toldApplied === job.jobId ? 'applied' : placeOf(job);
  return { apply, place, busy: write.busy, refusal, received, dismiss: () => setReceived(null) };
}
