import { withDeadline } from '@portal/mf-kit/loadFailure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useCallback, useEffect, useRef, useState } from 'react';
import { DEVICE_MS, readDraftWithDeadline } from './draftReader';
import { type DraftKey, deleteDraft, deleteIfWrittenBy, type StoredDraft } from './draftStore';
import { type DraftTabs, joinTabs } from './draftTabs';
import type { SensitiveFieldOf } from './sensitiveFields';
import { onPageHidden, useDraftWriter } from './useDraftWriter';
import type { RulesForm } from './useRulesForm';
import { useTypingLock } from './useTypingLock';

export type DraftOf = DraftKey;

/** What `useRulesForm` gives. */
type KeepableForm<Values> = Pick<RulesForm<Values>, 'shape' | 'isDirty' | 'values' | 'onTyped' | 'restore' | 'setStoredElsewhere'> & {
  reset: () => void;
};

/** A form that holds a password, a code or bank details does not compile here. */
type Keepable<Values> = [SensitiveFieldOf<Values>] extends [never] ? unknown : { 'a draft never keeps': SensitiveFieldOf<Values> };

export interface DraftConflict {
  at: string;
  /** It takes the place of what the form holds. */
  restoreStored: () => void;
  /** What the form holds takes its place on the device. */
  keepCurrent: () => void;
}

export interface Draft {
  /** When what the form now holds was kept on this device; null: nothing was restored. */
  restoredAt: string | null;
  /**
   * The device was asked. Show the form from then on: what is typed before would be replaced by what comes back. Not so for a moment where
   * the guard has it filled in late.
   */
  isReady: boolean;
  /** The device keeps nothing (private browsing, full): say so, the entries live only as long as the page. */
  isStorageBlocked: boolean;
  /** A draft of which the device told when the form was shown already: both stay until the guard chooses. */
  conflict: DraftConflict | null;
  /** The same form was sent in another tab. `same`: with the same entries, so this form is empty now; `other`: this form keeps its entries. */
  sentElsewhere: 'same' | 'other' | null;
  /** Forgets the draft and puts the form back to its defaults. */
  discard: () => Promise<void>;
  /** Forgets the draft: call it when the form was saved. From a form that was left it takes only what that form had kept. */
  clear: () => Promise<void>;
  /**
   * Sends what the form holds by a durable write, and forgets the draft when it was not refused. `send` gets the key of the draft that the
   * device has, which is the same in each tab, or else the caller's key. A form that is opened while the outbox sends the write is empty, so
   * the same text is not sent twice.
   */
  sendAs: <Sent extends { ok: boolean }>(key: string, send: (key: string) => Promise<Sent>) => Promise<Sent>;
}

/**
 * Keeps what is typed and chosen in a long form on the device, for one guard (`of.guardId`) and one form (`of.form`), and fills the form
 * with it when it is opened again: after a reload, a crash, offline, an ended session. Chosen files are kept. A form with a field named
 * like a password, a code or bank details (`secrets.ts`) is refused by its type, and such a field is never written. A null `of` waits. Show the form once `isReady`, what was restored with `<DraftNotice draft={draft} />`, and
 * `clear()` on success.
 */
export function useDraft<Values>(form: KeepableForm<Values> & Keepable<Values>, of: DraftOf | null): Draft {
  const typing = useTypingLock();
  const live = useRef(form);
  live.current = form;
  const [found, setFound] = useState<{ restoredAt: string | null } | null>(null);
  const [conflict, setLate] = useState<StoredDraft | null>(null);
  const [restoring, setComing] = useState<StoredDraft | null>(null);
  const [sentElsewhere, setSentElsewhere] = useState<Draft['sentElsewhere']>(null);
  const [isRefused, setRefused] = useState(false);
  const refused = useCallback(() => setRefused(true), []);
  const writing = useDraftWriter(live, refused);
  // Until the guard has chosen between two, nothing is kept either.
  const isStorageBlocked = isRefused || conflict !== null;
  const isKept = found !== null && !isStorageBlocked;
  const isKeptNow = useRef(isKept);
  isKeptNow.current = isKept;
  const isHere = useRef(false);
  const tabs = useRef<DraftTabs | null>(null);
  const { outbox } = usePortal();
  const { guardId, form: name } = of ?? { guardId: null, form: '' };

  const onDevice = async (work: Promise<void>) => withDeadline(DEVICE_MS, 'the draft', work).catch(refused);
  const begin = useCallback(
    (key: DraftKey, draft: StoredDraft | null) => {
      writing.isLoaded = true;
      if (draft) {
        live.current.restore(draft.values);
        writing.restored(key, draft);
      }
      setFound({ restoredAt: draft?.at ?? null });
      writing.flush(key);
    },
    [writing],
  );
  const forget = async () => {
    typing.done();
    writing.stopWaiting();
    writing.key = null;
    // Of what was never read nothing is this form's.
    if (of && writing.isLoaded) await onDevice(isHere.current ? deleteDraft(of) : deleteIfWrittenBy(of, writing.ownTimestamps));
  };

  useEffect(() => {
    if (guardId === null) return;
    const key = { guardId, form: name };
    isHere.current = true;
    writing.isLoaded = false;
    let isShown = false;
    const asking = readDraftWithDeadline(key, outbox, {
      unanswered() {
        isShown = true;
        refused();
        setFound({ restoredAt: null });
      },
      answered(draft) {
        setRefused(false);
        if (!draft || !isShown) begin(key, draft);
        else setLate(draft);
      },
    });
    tabs.current = joinTabs(
      key,
      () => live.current.values(),
      (isSame) => {
        if (!live.current.isDirty) return;
        setSentElsewhere(isSame ? 'same' : 'other');
        if (!isSame) return;
        // The other tab has the entries, and keeps them if it is refused.
        writing.stopWaiting();
        typing.done();
        setFound({ restoredAt: null });
        live.current.reset();
      },
    );
    const leave = () => writing.flush(key);
    const stop = live.current.onTyped(() => {
      setSentElsewhere(null);
      // Kept nowhere, the form itself says that it is unsaved.
      if (isKeptNow.current) typing.typed();
      writing.typed(key, asking.retry);
    });
    const unlisten = onPageHidden(leave);
    return () => {
      isHere.current = false;
      tabs.current?.close();
      tabs.current = null;
      asking.stop();
      leave();
      writing.stopWaiting();
      setLate(null);
      setComing(null);
      typing.done();
      stop();
      unlisten();
    };
  }, [guardId, name, typing, writing, begin, refused, outbox]);

  // The form was not ready for a moment: what its screen does with what came back, it does again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each
  useEffect(() => {
    if (!restoring || !of) return;
    setComing(null);
    begin(of, restoring);
  }, [restoring]);

  useEffect(() => {
    live.current.setStoredElsewhere(isKept);
    if (!isKept) typing.done();
  }, [isKept, typing]);

  return {
    restoredAt: found?.restoredAt ?? null,
    isReady: found !== null && restoring === null,
    isStorageBlocked,
    conflict: conflict && {
      at: conflict.at,
      restoreStored: () => {
        writing.stopWaiting();
        live.current.reset();
        setLate(null);
        setComing(conflict);
      },
      keepCurrent: () => {
        writing.isUnwritten = true;
        setLate(null);
        if (of) begin(of, null);
      },
    },
    discard: async () => {
      await forget();
      setFound({ restoredAt: null });
      live.current.reset();
    },
    sentElsewhere,
    clear: () => {
      tabs.current?.announce(live.current.values());
      return forget();
    },
    sendAs: async (asked, send) => {
      const key = writing.sendAs(asked);
      tabs.current?.announce(live.current.values());
      if (of && writing.isLoaded) {
        writing.stopWaiting();
        // Where the device takes it no more, what it has is offered again: the write itself is not held up.
        writing.keep(of);
      }
      const sent = await send(key);
      const isAllSent = writing.sentAs === key;
      // Refused, it is a draft as it stands: the outbox has it under way no more.
      writing.sentAs = null;
      if (sent.ok && (isAllSent || isHere.current)) await forget();
      return sent;
    },
  };
}
