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
/** Status of an approved job. If the guard was awarded a job, its application cannot be cancelled here. */
const APPROVED = 1;

/** The job is upcoming or ongoing. The API sends these statuses only to guards with a shift of the job. */
const UNDER_WAY: readonly number[] = [6, 4];
export const isUnderWay = ({ jobStatus }: Pick<JobDetail, 'jobStatus'>): boolean => UNDER_WAY.includes(jobStatus);

/** The states in which the guard cannot apply: the job is the guard's, over or cancelled. */
export type ClosedState = 'yours' | 'over' | 'cancelled';
type ApplyState = 'open' | 'applied' | 'full' | 'waits' | ClosedState;

function appliedStateOf({ jobStatus, isHeld }: JobDetail): 'applied' | ClosedState {
  if (isUnderWay({ jobStatus })) return 'yours';
  if (isCancelledJob(jobStatus)) return 'cancelled';
  return isHeld ? 'over' : 'applied';
}

/** The state of the job for this guard. A job that has begun is refused only when the guard applies (JOBPAGE-33). */
export const applyStateOf = (job: JobDetail): ApplyState =>
  job.isAppliedStatus ? appliedStateOf(job) : job.appliedCount >= maxApplicants ? 'full' : 'open';

/** The guard's application in the outbox, also after a reload. A warning appears once if the server refused it (JOBPAGE-27). */
function useUnsent(jobId: string) {
  const portal = usePortal();
  const warnedKey = useRef<string | null>(null);
  const unsent = useOutboxEntries(jobId).findLast(({ endpointId, state }) => endpointId === applyForJob.id && state !== 'sent') ?? null;
  useEffect(() => {
    const failure = unsent?.state === 'on device' ? unsent.failure : undefined;
    if (!unsent || !failure || failure.code === 0 || warnedKey.current === unsent.key) return;
    warnedKey.current = unsent.key;
    portal.toast('warning', failure.userMessage);
  }, [portal, unsent]);
  return unsent;
}

/**
 * Applies for a job. `received` is the server's message after a success; a refusal becomes a warning. The job is read again afterwards,
 * because another guard may have been faster. Without a reply the application stays in the outbox until the job begins.
 */
export function useApply(job: JobDetail) {
  const portal = usePortal();
  const write = useWrite(applyForJob);
  const unsent = useUnsent(job.jobId);
  const now = useNow(60_000);
  const [received, setReceived] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [appliedElsewhere, setAppliedElsewhere] = useState<string | null>(null);

  const refuse = (text: string) => {
    setRefusal(text);
    portal.toast('warning', text);
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
    if (result.error.code === ALREADY_APPLIED) setAppliedElsewhere(jobId);
    refuse(result.error.userMessage);
    portal.changed('applications');
  };

  const serverState = applyStateOf(job);
  const isTaken = serverState !== 'open' && serverState !== 'full';
  const applyState: ApplyState = isTaken
    ? serverState
    : appliedElsewhere === job.jobId
      ? 'applied'
      : unsent?.state === 'on device'
        ? 'waits'
        : serverState;
  const refusalText = refusal ?? (unsent?.state === 'failed' && unsent.failure ? unsent.failure.userMessage : null);
  const isCancellable = job.isAppliedStatus && job.jobStatus === APPROVED && now !== null && Date.parse(job.startTime) > now;
  const dismiss = () => setReceived(null);
  const clearApplied = () => setAppliedElsewhere(null);
  return {
    apply,
    applyState,
    busy: write.busy || unsent?.state === 'sending',
    refusal: refusalText,
    received,
    dismiss,
    isCancellable,
    clearApplied,
  };
}

const applyOverlay = optimisticUpdate(applyForJob, (job: JobDetail, { jobId }, state) =>
  state === 'sent' && jobId === job.jobId && !job.isAppliedStatus
    ? { ...job, isAppliedStatus: true, appliedCount: job.appliedCount + 1 }
    : job,
);
const cancelOverlay = optimisticUpdate(cancelApplication, (job: JobDetail, { jobId }) =>
  jobId === job.jobId && job.isAppliedStatus ? { ...job, isAppliedStatus: false, appliedCount: job.appliedCount - 1 } : job,
);
/** Applications and withdrawals are shown on their job until the job is read again. */
export const applicationOverlay = { ...applyOverlay, ...cancelOverlay };

const withdrawOverlay = optimisticUpdate(cancelApplication, (page: Page<Application>, { shiftId }) => ({
  ...page,
  docs: page.docs.map((one) => (one.shiftId === shiftId && one.outcome === 'waiting' ? { ...one, outcome: 'withdrawn' as const } : one)),
}));

/** One page of the guard's applications. It is read again when a job changes, because that may decide an application. */
export const useMyApplications = (page: number) =>
  useOptimisticData(useQuery(myApplications, { page, limit: limits.pageSize }, { keepPrevious: true, follows: ['jobs'] }), withdrawOverlay);

export const useCancellationReasons = () => useQuery(cancellationReasons, {});

export type CancellableJob = Pick<JobDetail, 'jobId' | 'shiftId' | 'startTime'>;

/** Withdraws an application (JOBPAGE-40). A failure is one line of the form; the job shows a success. */
export function useCancel({ jobId, shiftId, startTime }: CancellableJob) {
  const portal = usePortal();
  const { send, failure } = useWrite(cancelApplication);
  const cancel = async (fields: { reasonId: string; comment?: string | undefined }) => {
    const result = await send({ ...fields, jobId, shiftId }, { order: jobId, validUntil: startTime });
    if (result.ok) portal.toast('success', result.message);
    return result;
  };
  return { cancel, notCancelled: failure && failureText(failure, applicationMessages.notCancelled) };
}
