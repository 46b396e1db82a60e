import { signal } from '../platform/signal';

const PROBE_MS = 10_000;

export interface ReachabilityDeps {
  /** A small call; resolves whether the portal answered it. */
  probe: () => Promise<boolean>;
  onBack: () => void;
}

/**
 * Whether the portal can be reached. A call without an answer only raises the question: one part that is out is not the portal, and
 * telling everybody to read anew at each turn would be a storm. The probe alone decides, at once and then every 10 s until it is back.
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
    /** What a call met. The probe's own calls pass here too and are not asked about again. */
    onReachable(isReachable: boolean) {
      if (isReachable === isUnreachable.get()) void ask();
    },
  };
}
