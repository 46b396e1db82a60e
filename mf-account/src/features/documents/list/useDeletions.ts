import { deleteDocument, deleteDocuments, type GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { beforeLogout } from '@portal/mf-kit/beforeLogout';
import { newUuid } from '@portal/mf-kit/newKey';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Portal, WriteOptions } from '@portal/mf-kit/portal';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** A deletion can be undone for this time. */
export const UNDO_MS = 5000;

interface Pending {
  documents: readonly GuardDocument[];
  /** True for delete-selected: it is sent as a list, and its failure stays (DOCS-34). */
  isSelected: boolean;
}

const namesOf = (documents: readonly GuardDocument[]) => documents.map(({ documentType }) => documentType).join(', ');
const without = (all: ReadonlySet<string>, ids: readonly string[]) => new Set([...all].filter((id) => !ids.includes(id)));

/** A deletion with the idempotency key of all its tries. */
interface Deletion extends Pending {
  ids: readonly string[];
  key: string;
}

/**
 * Sends a deletion by the call of its kind. `useWrite` cannot, because it sends one at a time, and an earlier deletion may be in flight.
 */
const sendDeletion = ({ write }: Portal, { isSelected, ids }: Deletion, options: WriteOptions) =>
  isSelected ? write(deleteDocuments, { documentIds: [...ids] }, options) : write(deleteDocument, { id: ids[0] ?? '' }, options);

/** `send` sends a deletion now. `keep` queues it in the outbox. `keepAll` queues all deletions in flight, under their keys. */
const useDeletionSender = (portal: Portal) =>
  useMemo(() => {
    const inFlight = new Set<() => void>();
    const keep = (deletion: Deletion) =>
      sendDeletion(portal, deletion, { key: deletion.key, durable: { what: `Delete: ${namesOf(deletion.documents)}` } });
    return {
      keep,
      async send(deletion: Deletion) {
        const queued: ReturnType<typeof keep>[] = [];
        const queueThis = () => void queued.push(keep(deletion));
        inFlight.add(queueThis);
        const result = await sendDeletion(portal, deletion, { key: deletion.key });
        inFlight.delete(queueThis);
        return result.ok ? result : (queued[0] ?? result);
      },
      queueAll() {
        for (const queueThis of inFlight) queueThis();
        inFlight.clear();
      },
    };
  }, [portal]);

/**
 * Deletes documents 5 seconds after the guard confirmed, unless the guard undoes it. Leaving the page, opening another page of the list or
 * starting the next deletion sends it immediately. Leaving and logging out also queue it until the reply, even if it is in flight. A page that is only
 * hidden is not left, so the guard can return from another app and undo. `listed` has the ids that exist; documents that were deleted in
 * another tab are not sent.
 */
export function useDeletions(listed: readonly string[] | null, page: number) {
  const portal = usePortal();
  const sender = useDeletionSender(portal);
  const [pending, setPending] = useState<Pending | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<{ text: string; isSelected: boolean } | null>(null);
  const latest = useRef({ pending, listed });
  latest.current.listed = listed;
  const setPendingNow = useCallback((next: Pending | null) => {
    latest.current.pending = next;
    setPending(next);
  }, []);

  const flush = useCallback(
    async (isLeaving = false) => {
      const { pending: deletion, listed: existing } = latest.current;
      if (!deletion) return;
      setPendingNow(null);
      const ids = deletion.documents.map(({ id }) => id).filter((id) => existing === null || existing.includes(id));
      if (ids.length === 0) return;
      const result = await sender[isLeaving ? 'keep' : 'send']({ ...deletion, ids, key: newUuid() });
      if (result.ok) return portal.toast('success', result.message);
      setHidden((all) => without(all, ids));
      setFailure({ text: result.error.userMessage, isSelected: deletion.isSelected });
      portal.toast('error', result.error.userMessage);
      portal.changed('documents');
    },
    [portal, sender, setPendingNow],
  );

  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => void flush(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [pending, flush]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the page of the list changes
  useEffect(() => {
    const leave = () => {
      sender.queueAll();
      void flush(true);
    };
    const events = ['pagehide', beforeLogout];
    for (const event of events) window.addEventListener(event, leave);
    return () => {
      for (const event of events) window.removeEventListener(event, leave);
      leave();
    };
  }, [flush, sender, page]);

  return {
    /** The deletion that can be undone: `Drivers license, Other`. */
    pending: pending && namesOf(pending.documents),
    /** Rows that are hidden because they are being deleted, or were. */
    hidden,
    failure,
    clearFailure: () => setFailure(null),
    remove(documents: readonly GuardDocument[], isSelected: boolean) {
      void flush();
      setFailure(null);
      setHidden((all) => new Set([...all, ...documents.map(({ id }) => id)]));
      setPendingNow({ documents, isSelected });
    },
    undo() {
      const ids = pending?.documents.map(({ id }) => id) ?? [];
      setHidden((all) => without(all, ids));
      setPendingNow(null);
      portal.announce('Nothing was deleted.');
    },
  };
}
export type Deletions = ReturnType<typeof useDeletions>;
