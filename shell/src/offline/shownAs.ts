import { signal } from '../boot/signal';

const DAY_MS = 86_400_000;

/** `9:14 p.m.`, or with its day when that is not today, at the sites. */
function moment(at: number, now: number): string {
  const isToday = now - at < DAY_MS / 2;
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', hour: 'numeric', minute: '2-digit', ...day }).format(at);
}

/** What the guard is told while they look at what the phone kept: from when it is, and what becomes of what they do. */
export const shownAsWords = (at: number, now = Date.now()): string =>
  `Shown as of ${moment(at, now)}, no connection. What you enter is safe.`;

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
