import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Position } from '@portal/mf-kit/portal';
import { geolocationIfAllowed } from '@portal/mf-kit/useGeolocation';
import { useEffect, useState } from 'react';

/** Gives the page time to load first (JOBDETAIL-28). */
const AFTER_MS = 2000;

/** The guard's position, read again after the page has loaded. Without an earlier permission the browser is not asked. */
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
