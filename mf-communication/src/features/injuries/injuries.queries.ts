import type { Input } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import { injuryDetail, injuryTypes, listInjuries, reportInjury } from '@portal/contracts/injuries/injuries.endpoints';
import { injuryMessages } from '@portal/contracts/injuries/injuries.rules';
import { assignedJobs, assignedStatuses } from '@portal/contracts/jobs/jobs.assigned';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useIdempotencyKey } from '@portal/mf-kit/useIdempotencyKey';
import { useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

/** The jobs to choose from: the guard's previous jobs or current jobs (REPORTINJURY-18, REPORTINJURY-23). */
export const useInjuryJobs = (isOnJob: boolean) =>
  useQuery(assignedJobs, { jobStatus: isOnJob ? assignedStatuses.current : assignedStatuses.previous }, { follows: ['shifts'] });

export const useInjuryTypes = () => useQuery(injuryTypes, {});

/** One page of the guard's reports, latest first; the previous page stays while the next one is read. */
export const useInjuries = (page: number) => useQuery(listInjuries, { limit: limits.pageSize, page }, { keepPrevious: true });

export const useInjury = (id: string) => useQuery(injuryDetail, { id });

/** Sends a report. Without a reply it is queued with its photo. A refusal is one line of the form, without a toast (REPORTINJURY-20). */
export function useReportInjury() {
  const portal = usePortal();
  const { sendOrQueue: keep, failure } = useWrite(reportInjury);
  const keyOf = useIdempotencyKey<Input<typeof reportInjury>>();
  const report = async (injury: Input<typeof reportInjury>, key: string) => {
    const result = await keep(injury, { durable: { what: `Injury report: ${injury.title}` }, key });
    // The next screen lists a queued report. Only a 200 has a toast (REPORTINJURY-20).
    if (result.ok && result.kept) portal.announce(injuryMessages.kept);
    else if (result.ok) portal.toast('success', result.message);
    return result;
  };
  return { report, keyOf, notSaved: failure && failureText(failure, injuryMessages.notSaved) };
}

/** Reports that the server does not have: queued, in flight, or refused after they were queued. */
export const useUnsentInjuries = () =>
  useOutboxEntries().filter(({ endpointId, state }) => endpointId === reportInjury.id && state !== 'sent');
