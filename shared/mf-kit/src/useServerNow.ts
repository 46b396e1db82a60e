import { useMemo, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';

const nothing = () => undefined;
const ignore = () => nothing;
const always = () => 1;
const never = () => 0;

/** Returns the number of the clock reading: 0 before the first one, and during hydration. */
export function useClockReading(): number {
  const { clock } = usePortal();
  return useSyncExternalStore(clock?.subscribe ?? ignore, clock?.reading ?? always, never);
}

/**
 * Returns the server's time at the first reading; null before. A correction returns another instant. While the server is unreachable, the
 * device's clock counts, so that a guard can write offline.
 */
export function useServerNow(): Date | null {
  const portal = usePortal();
  const reading = useClockReading();
  return useMemo(() => (reading === 0 ? null : portal.now()), [portal, reading]);
}
