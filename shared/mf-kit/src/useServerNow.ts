import { useMemo, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';

const nothing = () => undefined;
const ignore = () => nothing;
const always = () => 1;
const never = () => 0;

/** Which reading of the server's clock the page has: 0 before there is one, and while prerendered HTML is hydrated. */
export function useClockReading(): number {
  const { clock } = usePortal();
  return useSyncExternalStore(clock?.subscribe ?? ignore, clock?.reading ?? always, never);
}

/**
 * The instant by the server's clock, read when it is first known; null before. A correction of the clock gives another instant. While the
 * server cannot be reached the device's clock counts, so that a guard without a signal can write.
 */
export function useServerNow(): Date | null {
  const portal = usePortal();
  const reading = useClockReading();
  return useMemo(() => (reading === 0 ? null : portal.now()), [portal, reading]);
}
