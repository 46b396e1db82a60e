import { withDeadline } from '@portal/mf-kit/loadFailure';
import { signal } from './signal';

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
export function clockDriftText(ahead: number): string | null {
  const ms = Math.abs(ahead);
  return ms < TOLD_MS ? null : `This device's clock is off by ${apart(ms)}. Times here follow our server.`;
}

/** From this difference on, a later answer of the server is a correction. */
const CORRECTED_MS = 30_000;
/** After this time without the server's, the device's time counts. */
const ASKED_MS = 4000;

/**
 * The instant by the server's clock: the device's, moved by the difference that the last session check found. `onFirst` gets the first difference.
 * `ask` requests the server's time, which reaches `learn`; it also resolves without a reply.
 */
export function createServerClock(onFirst: (ahead: number) => void = () => undefined, ask: () => Promise<unknown> = async () => undefined) {
  let ahead: number | null = null;
  let last = 0;
  let isAsking = false;
  const reading = signal(0);
  const next = () => reading.set(reading.get() + 1);

  async function askOnce() {
    if (isAsking || reading.get() > 0) return;
    isAsking = true;
    await withDeadline(ASKED_MS, 'the time', ask()).catch(() => undefined);
    isAsking = false;
    if (reading.get() === 0) next();
  }

  return {
    setServerTime(serverNow: string) {
      const instant = Date.parse(serverNow);
      if (Number.isNaN(instant)) return;
      const before = ahead;
      ahead = instant - Date.now();
      if (before === null) onFirst(ahead);
      if (before === null || Math.abs(ahead - before) > CORRECTED_MS) next();
    },
    /** A small correction never sets it back: whether a reply is older than a write is decided by it. */
    now: () => {
      const instant = Date.now() + (ahead ?? 0);
      last = instant >= last || last - instant > CORRECTED_MS ? instant : last + 1;
      return new Date(last);
    },
    /** The server was heard: until then the time is the device's own. */
    isSynchronised: () => ahead !== null,
    reading: reading.get,
    subscribe(listener: () => void) {
      void askOnce();
      return reading.subscribe(listener);
    },
  };
}
