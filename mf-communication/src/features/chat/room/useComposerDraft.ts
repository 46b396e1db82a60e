import { useDraft } from '@portal/forms/useDraft';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';

/**
 * The draft of a room's composer, stored on the device until it is sent. The text box is not controlled by React, so that typing costs the
 * same with two thousand messages as with none.
 */
export function useComposerDraft(box: RefObject<HTMLTextAreaElement | null>, guardId: string, roomId: string) {
  const [hasText, setHasText] = useState(false);
  // A removed text box loses its text before the draft is stored.
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
      // Text that the guard is already typing stays.
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
  // Text that the guard is already typing stays, without a question about a single line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the draft arrives
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
      // Another tab compares its text with this box, so the box must still have it here.
      void draft.clear();
      form.reset();
    },
  };
}
