import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { RememberedJob } from '@portal/mf-kit/portal';
import { useLocation } from '@portal/mf-kit/router';

/** What a list hands to the page that it opens: something to show before the network answers, and the way back. */
export interface Carried {
  job: Job;
  /** The list as it stood, with its filters. */
  from: string;
}

function carriedIn(state: unknown): Carried | null {
  const carried = typeof state === 'object' && state !== null && 'job' in state ? (state as Carried) : null;
  return typeof carried?.job?.jobId === 'string' && typeof carried.job.jobTitle === 'string' ? carried : null;
}

function fromIn(state: unknown): string | null {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : null;
}

export const refOf = ({ jobId, userId, shiftId }: Job): RememberedJob => ({ jobId, userId, shiftId });

/** Which job a page is about: the query first, then what the list carried along, then what the tab remembers (JOBDETAIL-30). */
export function useJobRef(): { ref: RememberedJob | null; carried: Carried | null; from: string | null } {
  const { search, state } = useLocation();
  const { session } = usePortal();
  const query = new URLSearchParams(search);
  const jobId = query.get('jobId');
  const carried = carriedIn(state);
  const known = carried ? refOf(carried.job) : session.rememberedJob();
  const from = fromIn(state);
  if (!jobId) return { ref: known, carried, from };
  const same = known?.jobId === jobId ? known : null;
  return {
    ref: { jobId, userId: query.get('userId') ?? same?.userId ?? '', shiftId: query.get('shiftId') ?? same?.shiftId ?? '' },
    carried: carried?.job.jobId === jobId ? carried : null,
    from,
  };
}
