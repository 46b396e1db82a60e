import { useDelayed } from '@portal/mf-kit/useDelayed';
import { useConnectionState } from '@portal/mf-kit/useEvents';
import { useSyncExternalStore } from 'react';

/** A starting page, or a phone that changes its network, connects within this time. */
const LOST_MS = 5000;

/** `away` may be connected again within seconds, so the screen shows it without a message. */
export type ConnectionStatus = 'connected' | 'away' | 'lost';

function subscribe(listener: () => void) {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener);
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener);
  };
}

/** The connection as the guard sees it. */
export function useConnectionStatus(): ConnectionStatus {
  const isAway = useConnectionState() === 'disconnected';
  const isLongAway = useDelayed(isAway, LOST_MS);
  const isOffline = useSyncExternalStore(subscribe, () => !navigator.onLine);
  // A socket notices a lost network only after its ping timeout.
  if (isOffline || isLongAway) return 'lost';
  return isAway ? 'away' : 'connected';
}
