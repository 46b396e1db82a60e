import { formatDeviceTime } from '../platform/deviceTime';
import { signal } from '../platform/signal';

/** The notice above cached data: its age, and when it is updated. */
export const staleText = (staleSince: number, now = Date.now()): string =>
  `Shown as of ${formatDeviceTime(new Date(staleSince).toISOString(), new Date(now))}, no connection. This updates when you are back online.`;

/** The age of the oldest cached reply on the page. Null while the portal answers. */
export function createStaleIndicator() {
  const staleSince = signal<number | null>(null);
  const cachedAt = new Map<string, number>();
  const requested = new Set<string>();
  const update = () => staleSince.set(cachedAt.size > 0 ? Math.min(...cachedAt.values()) : null);
  return {
    staleSince,
    onCachedReply(name: string, since: number) {
      cachedAt.set(name, since);
      update();
    },
    onFreshReply(name: string) {
      if (cachedAt.delete(name)) update();
    },
    onRequest(name: string) {
      requested.add(name);
    },
    /**
     * `requestAll` requests the data that the page shows. A cached reply that it does not request is no longer shown, for example the one
     * of a closed dialog.
     */
    retainRequested(requestAll: () => void) {
      requested.clear();
      requestAll();
      for (const name of cachedAt.keys()) if (!requested.has(name)) cachedAt.delete(name);
      update();
    },
    clear() {
      cachedAt.clear();
      update();
    },
  };
}
