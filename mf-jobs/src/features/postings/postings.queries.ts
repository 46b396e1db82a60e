import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { reportJob, reportsOfJob } from '@portal/contracts/postings/postings.endpoints';
import { postingMessages, type ReportOutcome } from '@portal/contracts/postings/postings.rules';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useIdempotencyKey } from '@portal/mf-kit/useIdempotencyKey';
import { optimisticUpdate } from '@portal/mf-kit/useOptimisticData';
import { useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

/** Not the order key of applications, so that they never wait for a picture. */
const orderKey = (jobId: string) => `report:${jobId}`;
const useUnsentReport = (jobId: string) =>
  useOutboxEntries(orderKey(jobId)).findLast(({ endpointId, state }) => endpointId === reportJob.id && state !== 'sent');

/** Sends a report of a posting. Without a reply it is queued with its picture. A refusal is one line of the form. */
export function useReportJob({ jobId, jobTitle }: { jobId: string; jobTitle: string }) {
  const portal = usePortal();
  const { sendOrQueue, failure } = useWrite(reportJob);
  const keyOf = useIdempotencyKey<Input<typeof reportJob>>();
  const refused = useUnsentReport(jobId);
  const report = async (given: Omit<Input<typeof reportJob>, 'jobId'>) => {
    const input = { ...given, jobId };
    if (refused?.state === 'failed') portal.outbox?.dismiss(refused.key);
    const result = await sendOrQueue(input, { order: orderKey(jobId), durable: { what: `Reported job: ${jobTitle}` }, key: keyOf(input) });
    if (result.ok) portal.announce(result.kept ? postingMessages.kept : result.message);
    return result;
  };
  return { report, notSaved: failure && failureText(failure, postingMessages.notSaved) };
}

/** Shows a sent report until the job is read again. */
export const reportOverlay = optimisticUpdate(
  reportJob,
  (job: JobDetail, { jobId }, state): JobDetail =>
    state === 'sent' && jobId === job.jobId && job.report?.outcome !== null ? { ...job, report: { outcome: null, answer: null } } : job,
);

type StoredReport = NonNullable<JobDetail['report']>;

/** The text of a report that the server has. */
export const reportText = ({ outcome, answer }: StoredReport): string =>
  outcome === null ? postingMessages.open : `${postingMessages.outcomes[outcome as ReportOutcome]}. ${answer ?? ''}`;

/** The latest report of a job that no guard sees any more. */
export function useLastReport(jobId: string): StoredReport | null {
  const { data, hasData } = useQuery(reportsOfJob, { jobId });
  return hasData ? (data[0] ?? null) : null;
}

/** The state of the guard's report of a job: `stored` is the server's, a later one may wait on the device or be refused. */
export function useReportState(jobId: string, stored: StoredReport | null) {
  const entry = useUnsentReport(jobId);
  const isRefused = entry?.state === 'failed';
  const isOpen = stored !== null && stored.outcome === null;
  const unsentText = () => (entry?.state === 'sending' ? postingMessages.sending : postingMessages.kept);
  return {
    isReportable: !isOpen && (!entry || isRefused),
    words: isRefused ? (entry.failure?.userMessage ?? postingMessages.notAccepted) : entry ? unsentText() : stored && reportText(stored),
    isRefused,
  };
}
