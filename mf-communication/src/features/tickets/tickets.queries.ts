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

const CURRENT = 0;

/** One page of the guard's tickets, latest first; the last page stays while the next one is read. */
export const useTickets = (page: number) => useQuery(listTickets, { page, limit: limits.pageSize }, { keepPrevious: true });

export const useTicket = (id: string) => useQuery(ticketDetail, { id });

/** One page of the guard's jobs of a list; null waits. */
export const useAssignedJobs = (jobStatus: number | null, page: number) =>
  useQuery(assignedJobs, jobStatus === null ? null : { jobStatus, page, limit: limits.pageSize }, { keepPrevious: true });

/**
 * The jobs that a ticket can be about: those of the type, and for a type without a list of its own the list that was there before, at
 * first the current jobs (REPORTISSUE-38). Where that is empty, all of them, so that there is a choice; a job that was chosen elsewhere
 * is always among them.
 */
export function useTicketJobs(type: string, chosen: string) {
  const own = type === '' ? undefined : jobStatusOfType[Number(type)];
  const kept = useRef<number>(CURRENT);
  if (own !== undefined) kept.current = own;
  const list = useQuery(assignedJobs, { jobStatus: kept.current });
  const has = (id: string) => list.data.docs.some(({ jobId }) => jobId.id === id);
  const isShort = list.hasData && ((own === undefined && list.data.docs.length === 0) || (chosen !== '' && !has(chosen)));
  const all = useQuery(assignedJobs, isShort ? {} : null);
  const more = isShort
    ? all.data.docs.filter(({ jobId }) => (list.data.docs.length === 0 && own === undefined) || jobId.id === chosen)
    : [];
  return {
    jobs: [...more, ...list.data.docs].map(({ jobId }) => jobId),
    isLoading: list.isLoading || (isShort && all.isLoading),
    failed: list.error ? list : all.error ? all : null,
    /** The list that is now asked for holds another kind of job than that of `next`. */
    changesWith: (next: string) => (jobStatusOfType[Number(next)] ?? kept.current) !== kept.current,
  };
}

/** Sends a ticket. Without an answer it waits on the device, pictures and all; a refusal is one line for the form (REPORTISSUE-25). */
export function useCreateTicket() {
  const portal = usePortal();
  const { sendOrQueue: keep, failure } = useWrite(createTicket);
  const [share, setShare] = useState<number | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const underWay = useRef<{ key: string; stop: AbortController } | null>(null);
  const keyOf = useIdempotencyKey<NewTicket>();
  const create = async (ticket: NewTicket, key: string) => {
    const stop = new AbortController();
    underWay.current = { key, stop };
    setCancelled(false);
    setShare(0);
    const durable = { what: `Ticket: ${ticket.ticketTitle}` };
    const result = await keep(ticket, { key, durable, onProgress: setShare, signal: stop.signal });
    setShare(null);
    setCancelled(!result.ok && stop.signal.aborted);
    // What waits stands above the list; a toast would tell of a success (REPORTISSUE-25).
    if (result.ok && result.kept) portal.announce(ticketMessages.kept);
    else if (result.ok) portal.toast('success', result.message);
    return result;
  };
  const cancel = () => {
    // The device lets go of what it keeps; what it could not keep has only its request.
    underWay.current?.stop.abort();
    if (underWay.current) portal.outbox?.dismiss(underWay.current.key);
  };
  const otherwise = isCancelled ? copy.cancelled : ticketMessages.notSaved;
  const notSaved = failure ? failureText(failure, otherwise) : isCancelled && otherwise;
  // With the last byte it is the server's: there is nothing left to cancel.
  return { create, keyOf, share, cancel: share !== null && share < 1 ? cancel : null, notSaved };
}

/** Tickets that the server does not have yet. */
export const useUnsentTickets = () =>
  useOutboxEntries().filter((entry) => entry.endpointId === createTicket.id && (isUnsent(entry) || entry.state === 'failed'));
