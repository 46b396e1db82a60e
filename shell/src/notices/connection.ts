import { signal } from '../boot/signal';

/** Whether the portal can be reached: what the browser says, and what the last call met. */
export function createConnection() {
  const isLost = signal(!navigator.onLine);
  window.addEventListener('offline', () => isLost.set(true));
  window.addEventListener('online', () => isLost.set(false));
  return { isLost, onReachable: (reachable: boolean) => isLost.set(!reachable) };
}
