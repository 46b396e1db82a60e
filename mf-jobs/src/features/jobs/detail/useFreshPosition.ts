import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Position } from '@portal/mf-kit/portal';
import { geolocationIfAllowed } from '@portal/mf-kit/useGeolocation';
import { useEffect, useState } from 'react';

/** The page is read first (JOBDETAIL-28). */
const AFTER_MS = 2000;

/** The guard's position, read again once the page has loaded, and only with a permission that was given before: nothing asks here. */
export function useFreshPosition(): Position | null {
  const portal = usePortal();
  const [position, setPosition] = useState(portal.lastPosition);
  useEffect(() => {
    let isHere = true;
    const timer = setTimeout(async () => {
      const fresh = await geolocationIfAllowed(portal);
      if (isHere && fresh) setPosition(fresh);
    }, AFTER_MS);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [portal]);
  return position;
}
