import { usePortal } from '@portal/mf-kit/PortalContext';
import { within } from '@portal/mf-kit/reach';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type DraftKey, draftInstant, dropDraft, dropOurs, hasNewFile, type KeptDraft, keepDraft, readDraft } from './drafts';
import type { SecretIn } from './secrets';
import { toOffer } from './toOffer';
import type { RulesForm } from './useRulesForm';
import { useTyping } from './useTyping';

/** While typing goes on it is written this often. Leaving the page does not wait. */
const EVERY_MS = 400;
/** A device that has not answered by then keeps nothing: the form does not wait for it. */
const DEVICE_MS = 3000;

export type DraftOf = DraftKey;

/** What `useRulesForm` gives. */
type KeepableForm<Values> = Pick<RulesForm<Values>, 'shape' | 'values' | 'onTyped' | 'restore' | 'keptElsewhere'> & { reset: () => void };

/** A form that holds a password, a code or bank details does not compile here. */
type Keepable<Values> = [SecretIn<Values>] extends [never] ? unknown : { 'a draft never keeps': SecretIn<Values> };

export interface Draft {
  /** When what the form now holds was kept on this device; null: nothing was restored. */
  restoredAt: string | null;
  /** The device was asked. Show the form from then on: what is typed before would be replaced by what comes back. */
  isReady: boolean;
  /** The device keeps nothing (private browsing, full): say so, the entries live only as long as the page. */
  cannotKeep: boolean;
  /** Forgets the draft and puts the form back to its defaults. */
  startOver: () => Promise<void>;
  /** Forgets the draft: call it when the form was saved. From a form that was left it takes only what that form had kept. */
  clear: () => Promise<void>;
  /**
   * Sends what the form holds by the durable write of this key, and forgets the draft when it was not refused. Whoever comes back while the
   * outbox has it under way finds an empty form, not the same text to be sent twice.
   */
  whileSent: <Sent extends { ok: boolean }>(key: string, send: () => Promise<Sent>) => Promise<Sent>;
}

/**
 * Keeps what is typed and chosen in a long form on the device, for one guard (`of.guardId`) and one form (`of.form`), and fills the form
 * with it when it is opened again: after a reload, a crash, offline, an ended session. Chosen files are kept. A form with a field named
 * like a password, a code or bank details (`secrets.ts`) is refused by its type, and such a field is never written. A null `of` waits. Show the form once `isReady`, what was restored with `<DraftNotice draft={draft} />`, and
 * `clear()` on success.
 */
export function useDraft<Values>(form: KeepableForm<Values> & Keepable<Values>, of: DraftOf | null): Draft {
  const typing = useTyping();
  const live = useRef(form);
  live.current = form;
  const pending = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [found, setFound] = useState<{ restoredAt: string | null } | null>(null);
  const [cannotKeep, setCannotKeep] = useState(false);
  const isKept = found !== null && !cannotKeep;
  const isKeptNow = useRef(isKept);
  isKeptNow.current = isKept;
  const isHere = useRef(false);
  /** When this form kept, or read, what is on the device. */
  const ours = useRef(new Set<string>());
  const sentAs = useRef<string | null>(null);
  const { outbox } = usePortal();
  const { guardId, form: name } = of ?? { guardId: null, form: '' };

  const onDevice = async (work: Promise<void>) => within(DEVICE_MS, 'the draft', work).catch(() => setCannotKeep(true));
  const keep = useCallback((key: DraftKey) => {
    const at = draftInstant();
    ours.current.add(at);
    return keepDraft(key, live.current.values(), { at, ...(sentAs.current && { sentAs: sentAs.current }) });
  }, []);
  const stopWaiting = () => {
    if (pending.current) clearTimeout(pending.current);
    pending.current = null;
  };
  const forget = async () => {
    typing.done();
    stopWaiting();
    if (of) await onDevice(isHere.current ? dropDraft(of) : dropOurs(of, ours.current));
  };

  useEffect(() => {
    if (guardId === null) return;
    const key = { guardId, form: name };
    let isOpen = true;
    isHere.current = true;
    const failed = () => isOpen && setCannotKeep(true);
    let isRead = false;
    const read = (draft: KeptDraft | null) => {
      if (!isOpen || isRead) return;
      isRead = true;
      if (draft) {
        live.current.restore(draft.values);
        ours.current.add(draft.at);
        // Here it can be changed: its first write, tried again, does not take it any more.
        if (draft.sentAs) keep(key).catch(failed);
      }
      setFound({ restoredAt: draft?.at ?? null });
      keepNow();
    };
    const unread = () => {
      if (isRead) return;
      failed();
      read(null);
    };
    const keepNow = () => {
      // Before the device was read, what it holds is worth more than what is written over it.
      if (!pending.current || !isRead) return;
      clearTimeout(pending.current);
      pending.current = null;
      keep(key).catch(failed);
    };
    const stop = live.current.onTyped(() => {
      // What the write under way does not have is not forgotten with it.
      sentAs.current = null;
      // Kept nowhere, the form itself says that it is unsaved.
      if (isKeptNow.current) typing.typed();
      pending.current ??= setTimeout(keepNow, EVERY_MS);
      // A picture takes longer to write than a page that is left has.
      if (hasNewFile(key, live.current.values())) keepNow();
    });
    const whenHidden = () => document.visibilityState === 'hidden' && keepNow();
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', whenHidden);
    const found = readDraft(key).finally(() => clearTimeout(deadline));
    const deadline = setTimeout(unread, DEVICE_MS);
    found.then((draft) => toOffer(guardId, draft, outbox)).then(read, unread);
    return () => {
      isOpen = false;
      isHere.current = false;
      clearTimeout(deadline);
      keepNow();
      typing.done();
      stop();
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', whenHidden);
    };
  }, [guardId, name, typing, keep, outbox]);

  useEffect(() => {
    live.current.keptElsewhere(isKept);
    if (!isKept) typing.done();
  }, [isKept, typing]);

  return {
    restoredAt: found?.restoredAt ?? null,
    isReady: found !== null,
    cannotKeep,
    startOver: async () => {
      await forget();
      setFound({ restoredAt: null });
      live.current.reset();
    },
    clear: forget,
    whileSent: async (key, send) => {
      sentAs.current = key;
      stopWaiting();
      // Where the device takes it no more, what it has is offered again: the write itself is not held up.
      if (of) keep(of).catch(() => setCannotKeep(true));
      const sent = await send();
      const isAllSent = sentAs.current === key;
      // Refused, it is a draft as it stands: the outbox has it under way no more.
      sentAs.current = null;
      if (sent.ok && (isAllSent || isHere.current)) await forget();
      return sent;
    },
  };
}
