import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { RememberedJob } from '@portal/mf-kit/portal';
import { useLocation } from '@portal/mf-kit/router';

/** The history state that a list gives to a job's page: a job to show before the API replies, and the way back. */
export interface JobHistoryState {
  job: Job;
  /** The address of the list, with its filters. */
  from: string;
}

function readJobState(state: unknown): JobHistoryState | null {
  const jobState = typeof state === 'object' && state !== null && 'job' in state ? (state as JobHistoryState) : null;
  return typeof jobState?.job?.jobId === 'string' && typeof jobState.job.jobTitle === 'string' ? jobState : null;
}

function readFrom(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : null;
}

export const toRememberedJob = ({ jobId, userId, shiftId }: Job): RememberedJob => ({ jobId, userId, shiftId });

/** The job of a page: from the query, then from the history state, then the one that the tab remembers (JOBDETAIL-30). */
export function useJobRef(): { ref: RememberedJob | null; jobState: JobHistoryState | null; from: string | null } {
  const { search, state } = useLocation();
  const { session } = usePortal();
  const query = new URLSearchParams(search);
  const jobId = query.get('jobId');
  const jobState = readJobState(state);
  const known = jobState ? toRememberedJob(jobState.job) : session.rememberedJob();
  const from = readFrom(state);
  if (!jobId) return { ref: known, jobState, from };
  const match = known?.jobId === jobId ? known : null;
  return {
    ref: { jobId, userId: query.get('userId') ?? match?.userId ?? '', shiftId: query.get('shiftId') ?? match?.shiftId ?? '' },
    jobState: jobState?.job.jobId === jobId ? jobState : null,
    from,
  };
}
