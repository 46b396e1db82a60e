import { signal } from '../platform/signal';

const PROBE_MS = 10_000;

export interface ReachabilityDeps {
  /** Resolves with whether the portal answered a small call. */
  probe: () => Promise<boolean>;
  onBack: () => void;
}

/**
 * Whether the portal can be reached. Only the probe decides, immediately and then every 10 s until it is back: one failed endpoint is not the
 * portal, and a wrong "online again" would make every page read its data again.
 */
export function createReachability({ probe, onBack }: ReachabilityDeps) {
  const isUnreachable = signal(!navigator.onLine);
  let timer: ReturnType<typeof setInterval> | null = null;
  let isAsking = false;

  function setReachable(isReachable: boolean) {
    if (isReachable !== isUnreachable.get()) return;
    isUnreachable.set(!isReachable);
    if (timer) clearInterval(timer);
    timer = isReachable ? null : setInterval(() => void ask(), PROBE_MS);
    if (isReachable) onBack();
  }

  async function ask() {
    if (isAsking) return;
    isAsking = true;
    const isReachable = await probe().catch(() => false);
    isAsking = false;
    setReachable(isReachable);
  }

  window.addEventListener('offline', () => setReachable(false));
  window.addEventListener('online', () => void ask());
  return {
    isUnreachable,
    /** Takes the result of each call, also of the probe's. */
    onReachable(isReachable: boolean) {
      if (isReachable === isUnreachable.get()) void ask();
    },
  };
}
