import { useDelayed } from '@portal/mf-kit/useDelayed';
import { useConnectionState } from '@portal/mf-kit/useEvents';
import { useSyncExternalStore } from 'react';

/** A page that begins, or a phone that changes its network, is connected sooner. */
const LOST_MS = 5000;

/** The page's line; `away` is one that may be back in a moment, of which nothing is said yet but its state. */
export type ConnectionStatus = 'connected' | 'away' | 'lost';

function subscribe(listener: () => void) {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** How the line to the server stands, as far as a guard should hear of it. */
export function useLine(): ConnectionStatus {
  const isAway = useConnectionState() === 'disconnected';
  const isLong = useDelayed(isAway, LOST_MS);
  const isOffline = useSyncExternalStore(subscribe, () => !navigator.onLine);
  // A socket notices a lost network only after its ping timeout.
  if (isOffline || isLong) return 'lost';
  return isAway ? 'away' : 'connected';
}
