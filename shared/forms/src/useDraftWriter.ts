import { newUuid } from '@portal/mf-kit/newKey';
import { type RefObject, useMemo } from 'react';
import { type DraftKey, draftInstant, hasNewFile, prepareDraft, type StoredDraft, saveDraft } from './draftStore';

/** While typing goes on it is written this often. Leaving the page does not wait. */
const EVERY_MS = 400;

/** Writes what a form holds to the device, when it may. `refused`: the device did not take it. */
export function useDraftWriter(form: RefObject<{ values(): Record<string, unknown> }>, refused: () => void) {
  return useMemo(() => {
    let pending: ReturnType<typeof setTimeout> | null = null;
    let lastSent: { asked: string; key: string } | null = null;
    const stopWaiting = () => {
      if (pending) clearTimeout(pending);
      pending = null;
      writing.isUnwritten = false;
    };
    const writing = {
      /** Something was typed that is not on the device. */
      isUnwritten: false,
      /** What the device holds is known: only then it is written over, or taken away. */
      isLoaded: false,
      /** When this form kept, or read, what is on the device. */
      ownTimestamps: new Set<string>(),
      sentAs: null as string | null,
      /** The idempotency key of the values that the device has; null when something was typed since. */
      key: null as string | null,
      stopWaiting,
      /** Returns the key for sending the values: the key of the device's draft, or `asked`. The same input sent again keeps its key. */
      sendAs(asked: string) {
        const key = lastSent?.asked === asked ? lastSent.key : (writing.key ?? asked);
        lastSent = { asked, key };
        writing.key = key;
        writing.sentAs = key;
        return key;
      },
      keep(key: DraftKey) {
        const at = draftInstant();
        writing.ownTimestamps.add(at);
        writing.key ??= newUuid();
        saveDraft(key, form.current.values(), { at, key: writing.key, ...(writing.sentAs && { sentAs: writing.sentAs }) }).catch(refused);
      },
      restored(key: DraftKey, draft: StoredDraft) {
        writing.ownTimestamps.add(draft.at);
        writing.key = draft.key ?? null;
        // The form can change it, so its first write no longer removes it.
        if (draft.sentAs) writing.keep(key);
      },
      flush(key: DraftKey) {
        // Before the device was read, what it holds is worth more than what is written over it.
        if (!writing.isUnwritten || !writing.isLoaded) return;
        stopWaiting();
        writing.keep(key);
      },
      /** Something was typed. `unread`: the time to write has come, and the device was not read. */
      typed(key: DraftKey, unread: () => void) {
        // What the write under way does not have is not forgotten with it.
        writing.sentAs = null;
        writing.key = null;
        writing.isUnwritten = true;
        pending ??= setTimeout(() => {
          pending = null;
          if (writing.isLoaded) writing.flush(key);
          else unread();
        }, EVERY_MS);
        // A picture takes longer to write than a page that is left has.
        const values = form.current.values();
        if (hasNewFile(key, values)) writing.flush(key);
        else prepareDraft(key, values);
      },
    };
    return writing;
  }, [form, refused]);
}

/** Calls `leave` when the page goes, or is hidden and may not come back. Returns what ends it. */
export function onPageHidden(leave: () => void): () => void {
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') leave();
  };
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', whenHidden);
  return () => {
    window.removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', whenHidden);
  };
}
