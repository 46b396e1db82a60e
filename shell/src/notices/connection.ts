import { signal } from '../boot/signal';

const PROBE_MS = 10_000;

export interface ConnectionParts {
  /** A small call that shows whether the portal is back. */
  probe: () => Promise<unknown>;
  onBack: () => void;
}

/** Whether the portal can be reached: what the browser says, and what the last call met. While it cannot, it is tried every 10 s. */
export function createConnection({ probe, onBack }: ConnectionParts) {
  const isLost = signal(!navigator.onLine);
  let timer: ReturnType<typeof setInterval> | null = null;

  function onReachable(isReachable: boolean) {
    if (isReachable !== isLost.get()) return;
    isLost.set(!isReachable);
    if (timer) clearInterval(timer);
    timer = isReachable ? null : setInterval(() => void probe(), PROBE_MS);
    if (isReachable) onBack();
  }

  window.addEventListener('offline', () => onReachable(false));
  window.addEventListener('online', () => onReachable(true));
  return { isLost, onReachable };
}
