import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import { isCancelledJob } from '@portal/contracts/_kernel/shift';
import {
  type Application,
  applyForJob,
  cancelApplication,
  cancellationReasons,
  myApplications,
} from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { failureText, isDismissed } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useNow } from '@portal/mf-kit/useNow';
import { optimisticUpdate, useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useRef, useState } from 'react';

const ALREADY_APPLIED = 404;
/** An approved job that is not the guard's: an award is not cancelled here. */
const OPEN = 1;

/** The job is upcoming or under way: only for a guard who holds it. */
const UNDER_WAY: readonly number[] = [6, 4];
export const isUnderWay = ({ jobStatus }: Pick<JobDetail, 'jobStatus'>): boolean => UNDER_WAY.includes(jobStatus);

/** Where nothing can be applied for: the job is the guard's, over or cancelled. */
export type Standing = 'yours' | 'over' | 'cancelled';
type Place = 'open' | 'applied' | 'full' | 'waits' | Standing;

function appliedPlace({ jobStatus, isHeld }: JobDetail): 'applied' | Standing {
  if (isUnderWay({ jobStatus })) return 'yours';
  if (isCancelledJob(jobStatus)) return 'cancelled';
  return isHeld ? 'over' : 'applied';
}

/** Whether a place is left for this guard. That the job has begun is shown on trying (JOBPAGE-33). */
export const placeOf = (job: JobDetail): Place =>
  job.isAppliedStatus ? appliedPlace(job) : job.appliedCount >= maxApplicants ? 'full' : 'open';

/** The application for a job that the server does not have, also after a reload; told when a try met trouble there (JOBPAGE-27). */
function useUnsent(jobId: string) {
  const portal = usePortal();
  const told = useRef<string | null>(null);
  const unsent = useOutboxEntries(jobId).findLast(({ endpointId, state }) => endpointId === applyForJob.id && state !== 'sent') ?? null;
  useEffect(() => {
    const trouble = unsent?.state === 'on device' ? unsent.failure : undefined;
    if (!unsent || !trouble || trouble.code === 0 || told.current === unsent.key) return;
    told.current = unsent.key;
    portal.toast('warning', trouble.userMessage);
  }, [portal, unsent]);
  return unsent;
}

/**
 * Applies for a job and tells how it went: `received` holds the server's words of a success, a refusal is a warning,
 * and the job is read again, because another guard may have been faster. Without an answer it waits on the device, until the job begins.
 */
export function useApply(job: JobDetail) {
  const portal = usePortal();
  const write = useWrite(applyForJob);
  const unsent = useUnsent(job.jobId);
  const now = useNow(60_000);
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
    if (unsent) portal.outbox?.dismiss(unsent.key);
    const { jobId, userId, shiftId, startTime } = job;
    const durable = { what: `Application: ${job.jobTitle}`, takesRefusal: write.isScreenMounted };
    const result = await write.send({ jobId, userId, shiftId, isApply: 1 }, { order: jobId, validUntil: startTime, durable });
    if (result.ok) return setReceived(result.message);
    if (isDismissed(result.error)) return;
    if (result.error.code === ALREADY_APPLIED) setToldApplied(jobId);
    refuse(result.error.userMessage);
    portal.changed('applications');
  };

  const known = placeOf(job);
  const isTaken = known !== 'open' && known !== 'full';
  const place: Place = isTaken ? known : toldApplied === job.jobId ? 'applied' : unsent?.state === 'on device' ? 'waits' : known;
  const line = refusal ?? (unsent?.state === 'failed' && unsent.failure ? unsent.failure.userMessage : null);
  const isCancellable = job.isAppliedStatus && job.jobStatus === OPEN && now !== null && Date.parse(job.startTime) > now;
  const dismiss = () => setReceived(null);
  const forget = () => setToldApplied(null);
  return { apply, place, busy: write.busy || unsent?.state === 'sending', refusal: line, received, dismiss, isCancellable, forget };
}

const applied = optimisticUpdate(applyForJob, (job: JobDetail, { jobId }, state) =>
  state === 'sent' && jobId === job.jobId && !job.isAppliedStatus
    ? { ...job, isAppliedStatus: true, appliedCount: job.appliedCount + 1 }
    : job,
);
const takenBack = optimisticUpdate(cancelApplication, (job: JobDetail, { jobId }) =>
  jobId === job.jobId && job.isAppliedStatus ? { ...job, isAppliedStatus: false, appliedCount: job.appliedCount - 1 } : job,
);
/** An application, and one taken back, stand on their job until it was read again. */
export const applicationOverlay = { ...applied, ...takenBack };

const withdrawn = optimisticUpdate(cancelApplication, (page: Page<Application>, { shiftId }) => ({
  ...page,
  docs: page.docs.map((one) => (one.shiftId === shiftId && one.outcome === 'waiting' ? { ...one, outcome: 'withdrawn' as const } : one)),
}));

/** The guard's applications, a page of them; a job or shift that changed may change what became of one. */
export const useMyApplications = (page: number) =>
  useOptimisticData(useQuery(myApplications, { page, limit: limits.pageSize }, { keepPrevious: true, follows: ['jobs'] }), withdrawn);

export const useCancellationReasons = () => useQuery(cancellationReasons, {});

/** What is needed of a job to take its application back. */
export type Cancelled = Pick<JobDetail, 'jobId' | 'shiftId' | 'startTime'>;

/** Takes an application back (JOBPAGE-40). How it failed is one line for the form; that it worked shows on the job. */
export function useCancel({ jobId, shiftId, startTime }: Cancelled) {
  const portal = usePortal();
  const { send, failure } = useWrite(cancelApplication);
  const cancel = async (given: { reasonId: string; comment?: string | undefined }) => {
    const result = await send({ ...given, jobId, shiftId }, { order: jobId, validUntil: startTime });
    if (result.ok) portal.toast('success', result.message);
    return result;
  };
  return { cancel, notCancelled: failure && failureText(failure, applicationMessages.notCancelled) };
}
