import { deviceMoment } from '../boot/deviceMoment';
import { signal } from '../boot/signal';

/** The notice above cached data: its age, and when it is updated. */
export const shownAsWords = (at: number, now = Date.now()): string =>
  `Shown as of ${deviceMoment(new Date(at).toISOString(), new Date(now))}, no connection. This updates when you are back online.`;

/** Since when the page shows something that this phone kept, the oldest of all; null while the portal answers. */
export function createShownAs() {
  const at = signal<number | null>(null);
  const kept = new Map<string, number>();
  const tell = () => at.set(kept.size > 0 ? Math.min(...kept.values()) : null);
  return {
    at,
    onKept(name: string, since: number) {
      kept.set(name, since);
      tell();
    },
    onFresh(name: string) {
      if (kept.delete(name)) tell();
    },
    /** Another page is shown. */
    clear() {
      kept.clear();
      tell();
    },
  };
}
export type ShownAs = ReturnType<typeof createShownAs>;
