import { withDeadline } from '@portal/mf-kit/loadFailure';
import { signal } from './signal';

/** A smaller difference is network delay and normal drift. */
const TOLD_MS = 5 * 60_000;

/** `ahead`: server time minus device time, in ms. */
export const isClockWrong = (ahead: number): boolean => Math.abs(ahead) >= TOLD_MS;

/** From this difference on, a later server time is a correction. */
const CORRECTED_MS = 30_000;
/** Without a server time after this, the device's time counts. */
const ASKED_MS = 4000;

/** The newest server time, and the running time of the page (`performance.now`) at which it arrived. */
export interface ServerContact {
  server: number;
  at: number;
}

/**
 * The server's time: the device's time plus the difference of the last session check. `onFirst` gets the first difference. `ask` requests
 * the server's time, which reaches `setServerTime`; it also resolves without a reply.
 */
export function createServerClock(onFirst: (ahead: number) => void = () => undefined, ask: () => Promise<unknown> = async () => undefined) {
  let ahead: number | null = null;
  const contact = signal<ServerContact | null>(null);
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
      contact.set({ server: instant, at: performance.now() });
      if (before === null) onFirst(ahead);
      if (before === null || Math.abs(ahead - before) > CORRECTED_MS) next();
    },
    /** A small correction never sets it back: callers compare the times of replies and writes. */
    now: () => {
      const instant = Date.now() + (ahead ?? 0);
      last = instant >= last || last - instant > CORRECTED_MS ? instant : last + 1;
      return new Date(last);
    },
    /** False until the first server time; `now` is the device's until then. */
    isSynchronised: () => ahead !== null,
    contact,
    reading: reading.get,
    subscribe(listener: () => void) {
      void askOnce();
      return reading.subscribe(listener);
    },
  };
}
