import { useEffect } from 'react';
import { usePortal } from './PortalContext';

/** Replaces the declared title, for example by the name of the loaded job. Null keeps the declared one. */
export function useTitle(title: string | null): void {
  const portal = usePortal();
  useEffect(() => {
    if (title) portal.title(title);
  }, [portal, title]);
}
