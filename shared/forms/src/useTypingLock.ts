import { usePortal } from '@portal/mf-kit/PortalContext';
import { useMemo } from 'react';

/** So long after the last letter somebody is taken to be typing still. */
const TYPING_MS = 30_000;

/**
 * Holds the page as it is while somebody types into what is kept elsewhere: leaving it loses nothing and asks nothing, but a new version
 * that came would take caret and keyboard from under the hand.
 */
export function useTypingLock(): { typed(): void; done(): void } {
  const portal = usePortal();
  return useMemo(() => {
    let letGo: (() => void) | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const done = () => {
      clearTimeout(timer);
      letGo?.();
      letGo = null;
    };
    return {
      typed() {
        letGo ??= portal.dirty('your draft', () => false);
        clearTimeout(timer);
        timer = setTimeout(done, TYPING_MS);
      },
      done,
    };
  }, [portal]);
}
