import { type RefObject, useEffect } from 'react';

/** Brings the first refused field into view when the server names one: on a phone it may stand far below. */
export function useRefusedInView(form: RefObject<HTMLFormElement | null>, refused: Readonly<Record<string, string>>): void {
  const names = Object.keys(refused).join();
  useEffect(() => {
    if (names) form.current?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' });
  }, [form, names]);
}
