import { signal } from '../boot/signal';

const PROBE_MS = 10_000;

export interface ConnectionParts {
  /** A small call; resolves whether the portal answered it. */
  probe: () => Promise<boolean>;
  onBack: () => void;
}

/**
 * Whether the portal can be reached. A call without an answer only raises the question: one part that is out is not the portal, and
 * telling everybody to read anew at each turn would be a storm. The probe alone decides, at once and then every 10 s until it is back.
 */
export function createConnection({ probe, onBack }: ConnectionParts) {
  const isLost = signal(!navigator.onLine);
  let timer: ReturnType<typeof setInterval> | null = null;
  let isAsking = false;

  function settle(isReachable: boolean) {
    if (isReachable !== isLost.get()) return;
    isLost.set(!isReachable);
    if (timer) clearInterval(timer);
    timer = isReachable ? null : setInterval(() => void ask(), PROBE_MS);
    if (isReachable) onBack();
  }

  async function ask() {
    if (isAsking) return;
    isAsking = true;
    const isReachable = await probe().catch(() => false);
    isAsking = false;
    settle(isReachable);
  }

  window.addEventListener('offline', () => settle(false));
  window.addEventListener('online', () => void ask());
  return {
    isLost,
    /** What a call met. The probe's own calls pass here too and are not asked about again. */
    onReachable(isReachable: boolean) {
      if (isReachable === isLost.get()) void ask();
    },
  };
}
