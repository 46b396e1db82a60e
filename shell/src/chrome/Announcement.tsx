import { ANNOUNCEMENT_LABEL, announced } from '@portal/mf-kit/announcement';
import { useEffect, useReducer, useSyncExternalStore } from 'react';
import type { ChromeContext } from './chromeContext';

/** A longer timer overflows 32 bits and fires immediately. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The announcement of the registry. It also appears, changes and ends while the page is open. */
export function Announcement({ registry }: Pick<ChromeContext, 'registry'>) {
  const current = useSyncExternalStore(registry.onChange, registry.current);
  const [, lookAgain] = useReducer((looks: number) => looks + 1, 0);
  const until = current.announcement?.until;
  useEffect(() => {
    const left = until === undefined ? 0 : Date.parse(until) - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(lookAgain, Math.min(left, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [until]);
  const text = announced(current, Date.now());
  // Screen readers ignore a live region that is added together with its text.
  return (
    <div role="status">
      {text !== null && (
        <section className="announcement" aria-label={ANNOUNCEMENT_LABEL}>
          <p>{text}</p>
        </section>
      )}
    </div>
  );
}
