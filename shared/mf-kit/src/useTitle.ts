import { useEffect } from 'react';
import { usePortal } from './PortalContext';

/** Refines the declared title once the screen knows better (a job's name). Null keeps the declared one. */
export function useTitle(title: string | null): void {
  const portal = usePortal();
  useEffect(() => {
    if (title) portal.title(title);
  }, [portal, title]);
}
