import { DEVICE_TIME_HEADER, formatDeviceTime } from '@portal/contracts/_kernel/deviceTime';
import { local, type SafeStorage } from '@portal/device/storage';
import { newUuid } from '@portal/mf-kit/newKey';
import type { ServerContact } from '../platform/serverClock';
import type { Signal } from '../platform/signal';
import type { ActTime } from './outboxTypes';

const KEY = 'portal.time';
const STORE_EVERY_MS = 10_000;
/** Quartz clocks differ from the true time by less. */
const DRIFT = 1e-4;
/** The clock of the device and the running time differ by this much: the clock was set, or the device slept. */
const JUMP_MS = 30_000;
/** As the API tolerates it. */
const EXACT_MS = 120_000;

/**
 * Time that is proven without the clock of the device. The running time of a page (`performance.now`) is reliable, but it stops during sleep and
 * ends with the page, so sums of it are lower bounds of the true time.
 */
interface TimeRecord {
  /** The page that stored the record. Only its own running time since then counts, so that the time of two pages never counts twice. */
  run: string;
  /** The server's time is at least this. */
  earliest: number;
  /** The sum of running times on this device. A difference of two values is a lower bound of the time between them. */
  known: number;
  /** `known` at the newest contact with the server that a page has seen arrive. */
  met: number;
  /** The time of the last act, moved on: no later act is before it. */
  estimate: number;
}

export interface TimeRecordDeps {
  clock: { now(): Date; contact: Pick<Signal<ServerContact | null>, 'get' | 'subscribe'> };
  /** Without a guard nothing is stored: a logout has cleared the device. */
  guardId(): string | null;
  /** The device has slept or its clock was set: the server's time should be read. */
  onJump(): void;
  /** The id of this page. */
  run?: string;
  monotonic?: () => number;
  storage?: Pick<SafeStorage, 'getJson' | 'setItem'>;
  hasFocus?: () => boolean;
}

/** Proves bounds for the time of each act on this device, also after the page was closed and without a connection. */
export function createTimeRecord({ clock, guardId, onJump, ...deps }: TimeRecordDeps) {
  const { run = newUuid(), monotonic = () => performance.now(), storage = local, hasFocus = () => document.hasFocus() } = deps;
  let storedAt = Number.NEGATIVE_INFINITY;
  /** The ms by which the clock was ahead of the proven time at the last check. */
  let seenAhead = 0;
  const now = () => clock.now().getTime();
  const read = () => storage.getJson<TimeRecord>(KEY);
  const isOwn = (record: TimeRecord | null) => record?.run === run;

  /** The time that the last contact of this page proves. */
  function sinceContact(at: number): number {
    const contact = clock.contact.get();
    return contact ? contact.server + (at - contact.at) * (1 - DRIFT) : 0;
  }

  /** Null before the first contact with the server. */
  function current(at = monotonic()): TimeRecord | null {
    const stored = read();
    if (!stored && !clock.contact.get()) return null;
    const passed = isOwn(stored) ? (at - storedAt) * (1 - DRIFT) : 0;
    const { known, met, earliest, estimate } = stored ?? { known: 0, met: 0, earliest: 0, estimate: 0 };
    const proven = Math.max(earliest + passed, sinceContact(at));
    return { run, known: known + passed, met, earliest: proven, estimate: Math.max(estimate + passed, proven) };
  }

  function store(change: (record: TimeRecord, at: number) => TimeRecord = (record) => record): TimeRecord | null {
    const at = monotonic();
    const record = current(at);
    if (!record) return null;
    const changed = change(record, at);
    if (guardId() !== null) {
      storage.setItem(KEY, JSON.stringify(changed));
      storedAt = at;
    }
    return changed;
  }

  function reportJump(): void {
    const record = current();
    if (!record) return;
    const ahead = now() - record.earliest;
    if (Math.abs(ahead - seenAhead) <= JUMP_MS) return;
    seenAhead = ahead;
    if (Math.abs(ahead) > JUMP_MS) onJump();
  }

  function tick(): void {
    // Of two open pages, the one in use continues the record.
    if (isOwn(read()) || hasFocus()) store();
    reportJump();
  }

  /** A reply with the server's time corrects an estimate that a wrong clock has moved ahead. */
  const corrected = (record: TimeRecord, at: number): TimeRecord => ({ ...record, earliest: sinceContact(at), estimate: sinceContact(at) });

  /** The server's time has just arrived. A contact that is noticed later proves no `met`: another page may have counted running time since. */
  function contacted(): void {
    store((record, at) => ({ ...corrected(record, at), met: record.known }));
    seenAhead = 0;
  }

  return {
    /** Called every `STORE_EVERY_MS`, and when the page is opened, hidden, displayed again or closed. */
    tick,
    contacted,
    /** The contact of this page came before its record. */
    correct: () => void (clock.contact.get() && store(corrected)),
    /** The time of an act that is made now; null if no server time is known. */
    actTime(): ActTime | null {
      reportJump();
      const at = now();
      const record = store((found) => ({ ...found, estimate: Math.max(at, found.estimate) }));
      return record && { clock: at, estimate: record.estimate, earliest: record.earliest, known: record.known };
    },
    /** The header of a request with an act that was made at `time`. */
    headerOf({ known, ...time }: ActTime): Record<string, string> {
      const record = current();
      const waited = Math.max(0, (record?.known ?? 0) - known);
      // After a later contact the device knows the latest possible time itself. The API's has the delay of each request, which could change the order.
      const latest = record && record.met > known ? record.earliest - waited : Number.POSITIVE_INFINITY;
      return { [DEVICE_TIME_HEADER]: formatDeviceTime({ ...time, estimate: Math.min(time.estimate, latest), waited }) };
    },
    /** The clock agrees with the proven time. After sleep, or after the clock was set, it does not until the next contact. */
    isExact(): boolean {
      const record = current();
      return record !== null && Math.abs(now() - record.earliest) <= EXACT_MS;
    },
  };
}
export type TimeOfActs = ReturnType<typeof createTimeRecord>;

/** The record of a page. Call it once. */
export function startTimeRecord(deps: TimeRecordDeps): TimeOfActs {
  const time = createTimeRecord(deps);
  time.correct();
  time.tick();
  deps.clock.contact.subscribe(time.contacted);
  setInterval(time.tick, STORE_EVERY_MS);
  for (const event of ['pagehide', 'pageshow']) window.addEventListener(event, time.tick);
  document.addEventListener('visibilitychange', time.tick);
  return time;
}
