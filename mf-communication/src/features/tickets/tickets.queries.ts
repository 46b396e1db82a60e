import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { assignedJobs } from '@portal/contracts/jobs/jobs.assigned';
import { createTicket, listTickets, ticketDetail } from '@portal/contracts/tickets/tickets.endpoints';
import { jobStatusOfType, type NewTicket, ticketMessages } from '@portal/contracts/tickets/tickets.rules';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useIdempotencyKey } from '@portal/mf-kit/useIdempotencyKey';
import { isUnsent, useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useRef, useState } from 'react';

const CURRENT_JOBS = 0;

/** One page of the guard's tickets, latest first; the previous page stays while the next one is read. */
export const useTickets = (page: number) => useQuery(listTickets, { page, limit: limits.pageSize }, { keepPrevious: true });

export const useTicket = (id: string) => useQuery(ticketDetail, { id });

/** One page of the guard's jobs of a list; null requests nothing. */
export const useAssignedJobs = (jobStatus: number | null, page: number) =>
  useQuery(assignedJobs, jobStatus === null ? null : { jobStatus, page, limit: limits.pageSize }, { keepPrevious: true });

/**
 * The jobs to choose for a ticket type. A type without a list keeps the previous list, at first the current jobs (REPORTISSUE-38). If that
 * is empty, all jobs are offered. A chosen job is always among them.
 */
export function useTicketJobs(type: string, chosen: string) {
  const statusOfType = type === '' ? undefined : jobStatusOfType[Number(type)];
  const lastStatus = useRef<number>(CURRENT_JOBS);
  if (statusOfType !== undefined) lastStatus.current = statusOfType;
  const list = useQuery(assignedJobs, { jobStatus: lastStatus.current });
  const includesJob = (id: string) => list.data.docs.some(({ jobId }) => jobId.id === id);
  const needsAll = list.hasData && ((statusOfType === undefined && list.data.docs.length === 0) || (chosen !== '' && !includesJob(chosen)));
  const all = useQuery(assignedJobs, needsAll ? {} : null);
  const extra = needsAll
    ? all.data.docs.filter(({ jobId }) => (list.data.docs.length === 0 && statusOfType === undefined) || jobId.id === chosen)
    : [];
  return {
    jobs: [...extra, ...list.data.docs].map(({ jobId }) => jobId),
    isLoading: list.isLoading || (needsAll && all.isLoading),
    failed: list.error ? list : all.error ? all : null,
    /** True if `next` has another list of jobs than the current one. */
    changesWith: (next: string) => (jobStatusOfType[Number(next)] ?? lastStatus.current) !== lastStatus.current,
  };
}

/** Sends a ticket. Without a reply it is queued with its pictures. A refusal is one line of the form (REPORTISSUE-25). */
export function useCreateTicket() {
  const portal = usePortal();
  const { sendOrQueue, failure } = useWrite(createTicket);
  const [share, setShare] = useState<number | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const inFlight = useRef<{ key: string; stop: AbortController } | null>(null);
  const keyOf = useIdempotencyKey<NewTicket>();
  const create = async (ticket: NewTicket, key: string) => {
    const stop = new AbortController();
    inFlight.current = { key, stop };
    setCancelled(false);
    setShare(0);
    const durable = { what: `Ticket: ${ticket.ticketTitle}` };
    const result = await sendOrQueue(ticket, { key, durable, onProgress: setShare, signal: stop.signal });
    setShare(null);
    setCancelled(!result.ok && stop.signal.aborted);
    // The list shows a queued ticket; a toast would claim a success (REPORTISSUE-25).
    if (result.ok && result.kept) portal.announce(ticketMessages.kept);
    else if (result.ok) portal.toast('success', result.message);
    return result;
  };
  const cancel = () => {
    // Dismissing removes a stored ticket; an unstored one has only its request, which is aborted.
    inFlight.current?.stop.abort();
    if (inFlight.current) portal.outbox?.dismiss(inFlight.current.key);
  };
  const fallbackText = isCancelled ? copy.cancelled : ticketMessages.notSaved;
  const notSaved = failure ? failureText(failure, fallbackText) : isCancelled && fallbackText;
  // After the last byte the server has the ticket, so it can no longer be cancelled.
  return { create, keyOf, share, cancel: share !== null && share < 1 ? cancel : null, notSaved };
}

export const useUnsentTickets = () =>
  useOutboxEntries().filter((entry) => entry.endpointId === createTicket.id && (isUnsent(entry) || entry.state === 'failed'));
