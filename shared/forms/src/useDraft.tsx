import { openChannel } from '@portal/device/channel';
import { withDeadline } from '@portal/mf-kit/loadFailure';
import { newUuid } from '@portal/mf-kit/newKey';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Outbox, Portal } from '@portal/mf-kit/portal';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type DraftKey,
  deleteDraft,
  deleteIfWrittenBy,
  deleteSentDraft,
  draftInstant,
  draftText,
  hasNewFile,
  prepareDraft,
  readDraft,
  type StoredDraft,
  saveAfterReading,
  saveDraft,
} from './draftStore';
import type { SensitiveFieldOf } from './sensitiveFields';
import type { RulesForm } from './useRulesForm';

/** The form is shown without its draft if the device has not answered by then. */
const DEVICE_MS = 3000;
/** The form is shown with its draft if the outbox cannot be read by then. */
const OUTBOX_MS = 3000;
/** Longest delay between an input and its write. Leaving the page writes immediately. */
const WRITE_MS = 400;
/** The guard counts as typing for this long after the last input. */
const TYPING_MS = 30_000;

type DraftForm<Values> = Pick<RulesForm<Values>, 'shape' | 'isDirty' | 'values' | 'onInput' | 'restore' | 'setStoredElsewhere'> & {
  reset: () => void;
};

/** Rejects at compile time a form with a password, a code or bank details. */
type Storable<Values> = [SensitiveFieldOf<Values>] extends [never] ? unknown : { 'a draft never keeps': SensitiveFieldOf<Values> };

/** A stored draft that the device returned after the form was shown. Both versions stay until the guard chooses. */
export interface DraftConflict {
  /** ISO instant of the stored draft. */
  at: string;
  /** Replaces the values of the form by the stored draft. */
  restoreStored: () => void;
  /** Replaces the stored draft by the values of the form. */
  keepCurrent: () => void;
}

export interface Draft {
  /** ISO instant of the restored draft; null if nothing was restored. */
  restoredAt: string | null;
  /**
   * Render the form only while this is true: restoring replaces its values. It is false until the device has answered, for 3 seconds at most,
   * and for one render when the guard chooses the stored draft of a conflict.
   */
  isReady: boolean;
  /** The device stores nothing (private browsing, full storage), so the entries live only as long as the page. `DraftNotice` warns the guard. */
  isStorageBlocked: boolean;
  conflict: DraftConflict | null;
  /** Another tab sent this form. `same`: with the same values, so this form is now empty. `other`: this form keeps its values. */
  sentElsewhere: 'same' | 'other' | null;
  /** Deletes the draft and resets the form to its defaults. */
  discard: () => Promise<void>;
  /** Deletes the draft. Call it after the form was saved. If this form was unmounted, it deletes only a draft that this form wrote. */
  clear: () => Promise<void>;
  /**
   * Sends the form by a durable write, and deletes the draft if the result is `ok`. `send` gets the idempotency key of the stored draft, which
   * all tabs share, or else `key`. While the outbox sends the write, the form opens empty, so the same text is not sent twice.
   */
  sendAs: <Sent extends { ok: boolean }>(key: string, send: (key: string) => Promise<Sent>) => Promise<Sent>;
}

interface DraftState {
  /** The device has answered, or its deadline has passed. */
  isShown: boolean;
  restoredAt: string | null;
  isStorageRefused: boolean;
  /** The draft that conflicts with the shown form. */
  conflicting: StoredDraft | null;
  /** The draft that the next render restores. */
  restoring: StoredDraft | null;
}

const initialState: DraftState = {
  isShown: false,
  restoredAt: null,
  isStorageRefused: false,
  conflicting: null,
  restoring: null,
};

/** Returns `state` itself if `part` changes nothing, so that React does not render again. */
const changed = (state: DraftState, part: Partial<DraftState>): DraftState =>
  Object.entries(part).every(([name, value]) => state[name as keyof DraftState] === value) ? state : { ...state, ...part };

/**
 * The draft for a new form. Null while the outbox still has the write that sent it. If the outbox cannot be read, the draft is returned:
 * entries that appear twice are better than lost ones.
 */
async function skipIfSending(guardId: string, draft: StoredDraft | null, outbox: Outbox | undefined): Promise<StoredDraft | null> {
  if (!draft?.sentAs || !outbox) return draft;
  await withDeadline(OUTBOX_MS, 'the outbox', Promise.resolve(outbox.read?.())).catch(() => undefined);
  const state = outbox.current().find(({ key }) => key === draft.sentAs)?.state;
  if (state === undefined || state === 'failed') return draft;
  // If this fails, the next opening of the form deletes the draft.
  if (state === 'sent') deleteSentDraft(guardId, draft.sentAs).catch(() => undefined);
  return null;
}

interface ReadListeners {
  onDraft(draft: StoredDraft | null): void;
  /** The read failed or has not ended within 3 seconds. `onDraft` may still follow. */
  onSilence(): void;
}

/** Reads the draft of a new form. `retry` reads again after a failure. */
function readDraftWithDeadline(key: DraftKey, outbox: Outbox | undefined, { onDraft, onSilence }: ReadListeners) {
  let isOpen = true;
  let isReading = false;
  let reading: Promise<StoredDraft | null> = Promise.resolve(null);
  const reportSilence = () => {
    if (isOpen) onSilence();
  };
  const deadline = setTimeout(reportSilence, DEVICE_MS);
  const retry = () => {
    if (isReading) return;
    isReading = true;
    reading = readDraft(key).finally(() => clearTimeout(deadline));
    reading
      .then((draft) => skipIfSending(key.guardId, draft, outbox))
      .then(
        (draft) => isOpen && onDraft(draft),
        () => {
          isReading = false;
          reportSilence();
        },
      );
  };
  retry();
  return {
    retry,
    /** The latest reading. */
    current: () => reading,
    stop() {
      isOpen = false;
      clearTimeout(deadline);
    },
  };
}

/** Announces a sent draft to the other tabs with this form. `onSent` gets whether another tab sent the values of this tab. */
function joinTabs({ guardId, form }: DraftKey, values: () => Record<string, unknown>, onSent: (isSame: boolean) => void) {
  const channel = openChannel(`portal-draft ${guardId} ${form}`);
  channel?.addEventListener('message', ({ data }) => onSent(data === draftText(values())));
  return {
    announce: (sent: Readonly<Record<string, unknown>>) => channel?.postMessage(draftText(sent)),
    close: () => channel?.close(),
  };
}

/** Writes the values of a form to the device. `onRefused` is called if the device rejects a write. */
function createWriter(form: RefObject<{ values(): Record<string, unknown> }>, onRefused: () => void) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let lastSent: { requested: string; key: string } | null = null;
  const cancel = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writer.isUnwritten = false;
  };
  const writer = {
    /** The form has input that is not on the device. */
    isUnwritten: false,
    /** The stored draft is known. Before, this form neither overwrites nor deletes it. */
    isLoaded: false,
    /** Instants of the drafts that this form wrote or restored. */
    ownTimestamps: new Set<string>(),
    /** Key of the write in flight with the values of the form; null after new input. */
    sentAs: null as string | null,
    /** Idempotency key of the stored values; null after new input. */
    key: null as string | null,
    cancel,
    /** Returns the key for sending the values: the key of the stored draft, or `requested`. The same values sent again keep their key. */
    keyFor(requested: string) {
      const key = lastSent?.requested === requested ? lastSent.key : (writer.key ?? requested);
      lastSent = { requested, key };
      writer.key = key;
      writer.sentAs = key;
      return key;
    },
    save(key: DraftKey) {
      const at = draftInstant();
      writer.ownTimestamps.add(at);
      writer.key ??= newUuid();
      saveDraft(key, form.current.values(), { at, key: writer.key, ...(writer.sentAs && { sentAs: writer.sentAs }) }).catch(onRefused);
    },
    restored(key: DraftKey, draft: StoredDraft) {
      writer.ownTimestamps.add(draft.at);
      writer.key = draft.key ?? null;
      // The guard can now change it, so the write that sent it must no longer delete it.
      if (draft.sentAs) writer.save(key);
    },
    flush(key: DraftKey) {
      if (!writer.isUnwritten || !writer.isLoaded) return;
      cancel();
      writer.save(key);
    },
    /** Schedules a write of new input. `onUnread` is called instead if the stored draft is still unknown then. */
    onInput(key: DraftKey, onUnread: () => void) {
      // The write in flight lacks this input, so its success must not delete the draft.
      writer.sentAs = null;
      writer.key = null;
      writer.isUnwritten = true;
      timer ??= setTimeout(() => {
        timer = null;
        if (writer.isLoaded) writer.flush(key);
        else onUnread();
      }, WRITE_MS);
      // A page that closes has no time to write a file.
      const values = form.current.values();
      if (hasNewFile(key, values)) writer.flush(key);
      else prepareDraft(key, values);
    },
  };
  return writer;
}

/**
 * Blocks a module update while the guard types. Stored input needs no question on leaving, but an update would take the caret and the
 * keyboard away.
 */
function createTypingLock(portal: Portal) {
  let unlock: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(timer);
    unlock?.();
    unlock = null;
  };
  return {
    extend() {
      unlock ??= portal.dirty('your draft', () => false);
      clearTimeout(timer);
      timer = setTimeout(release, TYPING_MS);
    },
    release,
  };
}

/** Calls `listener` when the page closes or is hidden, because a hidden page may never return. Returns the function that removes it. */
function onPageHidden(listener: () => void): () => void {
  const ifHidden = () => {
    if (document.visibilityState === 'hidden') listener();
  };
  window.addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', ifHidden);
  return () => {
    window.removeEventListener('pagehide', listener);
    document.removeEventListener('visibilitychange', ifHidden);
  };
}

/**
 * Stores the input of a long form on the device, chosen files included, and restores it when the form opens again: after a reload, a crash, a
 * lost connection or an ended session. A form with a password, a code or bank details does not compile (`sensitiveFields.ts`).
 *
 * ```tsx
 * const form = useRulesForm(ticketRules, { defaults, unsaved: 'your ticket', onSubmit });
 * const draft = useDraft(form, { guardId, form: 'ticket' });
 * if (!draft.isReady) return <Skeleton />;
 * return <Form form={form}><DraftNotice draft={draft} />…</Form>;
 * ```
 *
 * In `onSubmit`, call `draft.clear()` after the form was saved, or send by `draft.sendAs`.
 *
 * @param form a form of `useRulesForm`
 * @param key the guard and the name of the form; null while the guard is unknown, and the form then stays not ready
 */
export function useDraft<Values>(form: DraftForm<Values> & Storable<Values>, key: DraftKey | null): Draft {
  const portal = usePortal();
  const { outbox } = portal;
  const typing = useMemo(() => createTypingLock(portal), [portal]);
  const live = useRef(form);
  live.current = form;
  const [state, setState] = useState(initialState);
  const change = useCallback((part: Partial<DraftState>) => setState((now) => changed(now, part)), []);
  const [sentElsewhere, setSentElsewhere] = useState<Draft['sentElsewhere']>(null);
  const onRefused = useCallback(() => change({ isStorageRefused: true }), [change]);
  const writer = useMemo(() => createWriter(live, onRefused), [onRefused]);
  // Neither version may be overwritten while the guard chooses.
  const isStorageBlocked = state.isStorageRefused || state.conflicting !== null;
  const isStored = state.isShown && !isStorageBlocked;
  const isStoredNow = useRef(isStored);
  isStoredNow.current = isStored;
  const isMounted = useRef(false);
  const tabs = useRef<ReturnType<typeof joinTabs> | null>(null);
  const { guardId, form: name } = key ?? { guardId: null, form: '' };

  const begin = useCallback(
    (key: DraftKey, draft: StoredDraft | null) => {
      writer.isLoaded = true;
      if (draft) {
        live.current.restore(draft.values);
        writer.restored(key, draft);
      }
      change({ isShown: true, restoredAt: draft?.at ?? null });
      writer.flush(key);
    },
    [writer, change],
  );
  const forget = async () => {
    typing.release();
    writer.cancel();
    writer.key = null;
    if (!key || !writer.isLoaded) return;
    const deletion = isMounted.current ? deleteDraft(key) : deleteIfWrittenBy(key, writer.ownTimestamps);
    await withDeadline(DEVICE_MS, 'the draft', deletion).catch(onRefused);
  };

  useEffect(() => {
    if (guardId === null) return;
    const key = { guardId, form: name };
    isMounted.current = true;
    writer.isLoaded = false;
    let isShown = false;
    const loggedIn = portal.session.current()?.guardId;
    const isSameGuard = () => portal.session.current()?.guardId === loggedIn;
    const reading = readDraftWithDeadline(key, outbox, {
      onSilence() {
        isShown = true;
        change({ isStorageRefused: true, isShown: true, restoredAt: null });
      },
      onDraft(draft) {
        change({ isStorageRefused: false });
        if (!draft || !isShown) begin(key, draft);
        else change({ conflicting: draft });
      },
    });
    tabs.current = joinTabs(
      key,
      () => live.current.values(),
      (isSame) => {
        if (!live.current.isDirty) return;
        setSentElsewhere(isSame ? 'same' : 'other');
        if (!isSame) return;
        // The other tab has these values, and keeps them if they are refused.
        writer.cancel();
        typing.release();
        change({ restoredAt: null });
        live.current.reset();
      },
    );
    const flush = () => writer.flush(key);
    const stopListening = live.current.onInput(() => {
      setSentElsewhere(null);
      // Input that the device does not store is reported as unsaved by the form itself.
      if (isStoredNow.current) typing.extend();
      writer.onInput(key, reading.retry);
    });
    const stopWatching = onPageHidden(flush);
    return () => {
      isMounted.current = false;
      tabs.current?.close();
      tabs.current = null;
      reading.stop();
      // After the silence of the device the form itself confirms that leaving loses the text.
      if (writer.isUnwritten && !writer.isLoaded && !isShown) saveAfterReading(key, live.current.values(), reading.current(), isSameGuard);
      flush();
      writer.cancel();
      change({ conflicting: null, restoring: null });
      typing.release();
      stopListening();
      stopWatching();
    };
  }, [guardId, name, typing, writer, begin, change, outbox, portal]);

  // The form was not ready for one render, so its screen treats the restored values as at the first opening.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each restored draft
  useEffect(() => {
    if (!state.restoring || !key) return;
    change({ restoring: null });
    begin(key, state.restoring);
  }, [state.restoring]);

  useEffect(() => {
    live.current.setStoredElsewhere(isStored);
    if (!isStored) typing.release();
  }, [isStored, typing]);

  const { conflicting } = state;
  return {
    restoredAt: state.restoredAt,
    isReady: state.isShown && state.restoring === null,
    isStorageBlocked,
    conflict: conflicting && {
      at: conflicting.at,
      restoreStored: () => {
        writer.cancel();
        live.current.reset();
        change({ conflicting: null, restoring: conflicting });
      },
      keepCurrent: () => {
        writer.isUnwritten = true;
        change({ conflicting: null });
        if (key) begin(key, null);
      },
    },
    sentElsewhere,
    discard: async () => {
      await forget();
      change({ restoredAt: null });
      live.current.reset();
    },
    clear: () => {
      tabs.current?.announce(live.current.values());
      return forget();
    },
    sendAs: async (requested, send) => {
      const sentAs = writer.keyFor(requested);
      tabs.current?.announce(live.current.values());
      if (key && writer.isLoaded) {
        writer.cancel();
        // If the device rejects this, the older stored draft returns at the next opening. The write continues.
        writer.save(key);
      }
      const sent = await send(sentAs);
      const isAllSent = writer.sentAs === sentAs;
      writer.sentAs = null;
      if (sent.ok && (isAllSent || isMounted.current)) await forget();
      return sent;
    },
  };
}
