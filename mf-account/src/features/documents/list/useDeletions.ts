import { deleteDocument, deleteDocuments, type GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { newUuid } from '@portal/mf-kit/newKey';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Portal, WriteOptions } from '@portal/mf-kit/portal';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** So long a deletion can be taken back. */
export const UNDO_MS = 5000;

interface Pending {
  documents: readonly GuardDocument[];
  /** By delete-selected: sent as a list, and its failure stays (DOCS-34). */
  isSelected: boolean;
}

const namesOf = (documents: readonly GuardDocument[]) => documents.map(({ documentType }) => documentType).join(', ');
const without = (all: ReadonlySet<string>, ids: readonly string[]) => new Set([...all].filter((id) => !ids.includes(id)));

/** A deletion as it is sent, always under the same key. */
interface Due extends Pending {
  ids: readonly string[];
  key: string;
}

/** Sends a deletion by the call of its kind. Not by `useWrite`, which sends one at a time: the one before may be on its way still. */
const sendDeletion = ({ write }: Portal, { isSelected, ids }: Due, options: WriteOptions) =>
  isSelected ? write(deleteDocuments, { documentIds: [...ids] }, options) : write(deleteDocument, { id: ids[0] ?? '' }, options);

/** `send` sends a deletion now. `keep` stores it on the device until it is answered. `keepAll` stores all that have no reply yet, under their keys. */
const useSends = (portal: Portal) =>
  useMemo(() => {
    const onWay = new Set<() => void>();
    const keep = (due: Due) => sendDeletion(portal, due, { key: due.key, durable: { what: `Delete: ${namesOf(due.documents)}` } });
    return {
      keep,
      async send(due: Due) {
        const kept: ReturnType<typeof keep>[] = [];
        const handOver = () => void kept.push(keep(due));
        onWay.add(handOver);
        const result = await sendDeletion(portal, due, { key: due.key });
        onWay.delete(handOver);
        return result.ok ? result : (kept[0] ?? result);
      },
      keepAll() {
        for (const handOver of onWay) handOver();
        onWay.clear();
      },
    };
  }, [portal]);

/**
 * Deletes documents 5 s after the guard said so, and until then takes it back. Whoever leaves the page, another page of the list, or
 * begins the next deletion, sends it immediately; on leaving it is kept on the device until it is answered, also if it is on its way already.
 * A page that is only hidden is not left: who comes back from another app in time still takes it back.
 * @param listed the ids that are there: what was deleted in another tab meanwhile is not sent.
 */
export function useDeletions(listed: readonly string[] | null, page: number) {
  const portal = usePortal();
  const sends = useSends(portal);
  const [pending, setPending] = useState<Pending | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<{ words: string; isSelected: boolean } | null>(null);
  const live = useRef({ pending, listed });
  live.current.listed = listed;
  const hold = useCallback((next: Pending | null) => {
    live.current.pending = next;
    setPending(next);
  }, []);

  const flush = useCallback(
    async (isLeaving = false) => {
      const { pending: due, listed: there } = live.current;
      if (!due) return;
      hold(null);
      const ids = due.documents.map(({ id }) => id).filter((id) => there === null || there.includes(id));
      if (ids.length === 0) return;
      const result = await sends[isLeaving ? 'keep' : 'send']({ ...due, ids, key: newUuid() });
      if (result.ok) return portal.toast('success', result.message);
      setHidden((all) => without(all, ids));
      setFailure({ words: result.error.userMessage, isSelected: due.isSelected });
      portal.toast('error', result.error.userMessage);
      portal.changed('documents');
    },
    [portal, sends, hold],
  );

  useEffect(() => {
    if (!pending) return;
    const timer = setTimeout(() => void flush(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [pending, flush]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page of the list, too
  useEffect(() => {
    const leave = () => {
      sends.keepAll();
      void flush(true);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [flush, sends, page]);

  return {
    /** What can still be taken back: `Drivers license, Other`. */
    pending: pending && namesOf(pending.documents),
    /** Rows that are not shown: they go, or are gone. */
    hidden,
    failure,
    clearFailure: () => setFailure(null),
    remove(documents: readonly GuardDocument[], isSelected: boolean) {
      void flush();
      setFailure(null);
      setHidden((all) => new Set([...all, ...documents.map(({ id }) => id)]));
      hold({ documents, isSelected });
    },
    undo() {
      const ids = pending?.documents.map(({ id }) => id) ?? [];
      setHidden((all) => without(all, ids));
      hold(null);
      portal.announce('Nothing was deleted.');
    },
  };
}
export type Deletions = ReturnType<typeof useDeletions>;
