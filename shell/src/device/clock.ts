/** Less than this is nobody's business: it is network and drift. */
const TOLD_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** How far the clocks are apart, in words: minutes below an hour and a half, then hours, then days. */
function apart(ms: number): string {
  if (ms < 1.5 * HOUR_MS) return count(Math.round(ms / 60_000), 'minute');
  return ms < 2 * DAY_MS ? count(Math.round(ms / HOUR_MS), 'hour') : count(Math.round(ms / DAY_MS), 'day');
}

/** What a guard is told whose device has another time than the server; null when it has not. `ahead`: the server's lead in ms. */
export function clockWords(ahead: number): string | null {
  const ms = Math.abs(ahead);
  return ms < TOLD_MS ? null : `This device's clock differs by ${apart(ms)}. Times here are the server's.`;
}

/** The instant by the server's clock: the device's, moved by what the last session check said. `onFirst` hears how far, once. */
export function createServerClock(onFirst: (ahead: number) => void = () => undefined) {
  let ahead: number | null = null;
  return {
    learn(serverNow: string) {
      const instant = Date.parse(serverNow);
      if (Number.isNaN(instant)) return;
      const isFirst = ahead === null;
      ahead = instant - Date.now();
      if (isFirst) onFirst(ahead);
    },
    now: () => new Date(Date.now() + (ahead ?? 0)),
    /** The server was heard: until then the time is the device's own. */
    isSure: () => ahead !== null,
  };
}
