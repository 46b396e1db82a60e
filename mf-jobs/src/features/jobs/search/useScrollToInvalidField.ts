import { type RefObject, useEffect } from 'react';

/** Scrolls to the first refused field: on a phone it may be far below the button. */
export function useScrollToInvalidField(form: RefObject<HTMLFormElement | null>, refused: Readonly<Record<string, string>>): void {
  const names = Object.keys(refused).join();
  useEffect(() => {
    if (names) form.current?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' });
  }, [form, names]);
}
