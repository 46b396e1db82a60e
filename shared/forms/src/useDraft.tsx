import { within } from '@portal/mf-kit/reach';
import { useEffect, useRef, useState } from 'react';
import { type DraftKey, dropDraft, hasNewFile, type KeptDraft, keepDraft, readDraft } from './drafts';
import type { SecretIn } from './secrets';
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
  /** Forgets the draft: call it when the form was saved. */
  clear: () => Promise<void>;
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
  const { guardId, form: name } = of ?? { guardId: null, form: '' };

  const forget = async () => {
    typing.done();
    if (pending.current) clearTimeout(pending.current);
    pending.current = null;
    if (of) await within(DEVICE_MS, 'the draft', dropDraft(of)).catch(() => setCannotKeep(true));
  };

  useEffect(() => {
    if (guardId === null) return;
    const key = { guardId, form: name };
    let isOpen = true;
    const failed = () => isOpen && setCannotKeep(true);
    let isRead = false;
    const read = (draft: KeptDraft | null) => {
      if (!isOpen || isRead) return;
      isRead = true;
      if (draft) live.current.restore(draft.values);
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
      keepDraft(key, live.current.values()).catch(failed);
    };
    const stop = live.current.onTyped(() => {
      // Kept nowhere, the form itself says that it is unsaved.
      if (isKeptNow.current) typing.typed();
      pending.current ??= setTimeout(keepNow, EVERY_MS);
      // A picture takes longer to write than a page that is left has.
      if (hasNewFile(key, live.current.values())) keepNow();
    });
    const whenHidden = () => document.visibilityState === 'hidden' && keepNow();
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', whenHidden);
    readDraft(key).then(read, unread);
    const deadline = setTimeout(unread, DEVICE_MS);
    return () => {
      isOpen = false;
      clearTimeout(deadline);
      keepNow();
      typing.done();
      stop();
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', whenHidden);
    };
  }, [guardId, name, typing]);

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
  };
}
