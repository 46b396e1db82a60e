import { useDraft } from '@portal/forms/useDraft';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

/**
 * What is typed into the box of a room, kept on the device until it is sent. The box is the browser's own, not React's: a letter costs
 * the same among two thousand messages as in an empty room.
 */
export function useComposerDraft(box: RefObject<HTMLTextAreaElement | null>, guardId: string, roomId: string) {
  const [hasText, setHasText] = useState(false);
  // A box that goes takes its text with it before the draft is kept.
  const text = useRef('');
  const listeners = useRef(new Set<() => void>());
  const form = useMemo(() => {
    const put = (next: string) => {
      if (box.current) box.current.value = next;
      text.current = next;
      setHasText(next.trim() !== '');
    };
    return {
      get isDirty() {
        return text.current !== '';
      },
      values: () => ({ message: text.current }),
      onInput(listener: () => void) {
        listeners.current.add(listener);
        return () => void listeners.current.delete(listener);
      },
      // What is being typed already stays.
      restore: ({ message }: Readonly<Record<string, unknown>>) => {
        if (text.current === '' && typeof message === 'string') put(message);
      },
      setStoredElsewhere: () => undefined,
      reset: () => put(''),
    };
  }, [box]);
  const draft = useDraft(form, { guardId, form: `chat-${roomId}` });
  useUnsavedInput(hasText && draft.isStorageBlocked, 'your message');
  const isLate = draft.conflict !== null;
  // What is being typed stays here too, and nobody is asked about one line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes
  useEffect(() => {
    if (text.current === '') draft.conflict?.restoreStored();
    else draft.conflict?.keepCurrent();
  }, [isLate]);
  return {
    hasText,
    typed() {
      text.current = box.current?.value ?? '';
      setHasText(text.current.trim() !== '');
      for (const listener of listeners.current) listener();
    },
    clear() {
      // Another tab compares its text with this box, so the box still has its text here.
      void draft.clear();
      form.reset();
    },
  };
}
