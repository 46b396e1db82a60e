import type { WriteState } from '@portal/mf-kit/portal';
import type { Pending } from './callers';
import { isOldSent, msUntilNextChange } from './entryRules';
import { toWriteEntry } from './entryStore';
import type { OutboxDeps } from './outboxTypes';
import type { Outcomes } from './resultStore';
import type { Stored } from './stored';

/** How soon the device is asked again to write down what it did not take. */
const AGAIN_MS = 10_000;

/** Whoever has the turn says by then how an entry stands; a tab that sleeps with its turn does not. */
const ADDING_MS = 5000;

export interface EntryViewDeps extends Pick<OutboxDeps, 'entries' | 'guardId' | 'now' | 'show' | 'scheduleOnce'> {
  outcomes: Outcomes;
  pending: Pending;
  isInFlight(key: string): boolean;
  /** Something changes by itself now: a pause is over, or a time has passed. */
  onTimer(): void;
}

/** What is on the device, read anew at each change and shown to the page and to those who made it. */
export function createEntryView({
  entries,
  outcomes,
  guardId,
  now,
  show,
  scheduleOnce: later,
  pending,
  isInFlight,
  onTimer,
}: EntryViewDeps) {
  let inFlightElsewhere: ReadonlySet<string> = new Set();
  /** Kept a moment ago, and nobody has said yet that they must wait: until when that is believed, in ms. */
  const adding = new Map<string, number>();
  /** How much is sent of what has files. */
  const shares = new Map<string, number>();
  let last: { guard: string; entries: readonly Stored[] } = { guard: '', entries: [] };
  let reading: Promise<unknown> = Promise.resolve();

  const stateOf = ({ state, key }: Stored): WriteState => {
    if (state !== 'waiting') return state;
    return isInFlight(key) || inFlightElsewhere.has(key) || (adding.get(key) ?? 0) > now().getTime() ? 'sending' : 'on device';
  };

  const showLast = () => show(last.entries.map((entry) => toWriteEntry(entry, stateOf(entry), shares.get(entry.key))));

  async function look(): Promise<readonly Stored[]> {
    const guard = guardId();
    const all = guard === null ? [] : await outcomes.list(guard);
    if (guard === null || guardId() !== guard) {
      show([]);
      return [];
    }
    const known = new Set(all.map(({ key }) => key));
    for (const [key, until] of adding) if (until <= now().getTime()) adding.delete(key);
    for (const key of shares.keys()) if (!known.has(key)) shares.delete(key);
    pending.settleMissing(guard, new Set([...known, ...adding.keys()]));
    const gone = all.filter((entry) => pending.notify(entry, stateOf(entry), now().toISOString()) || isOldSent(entry, now()));
    const left = all.filter((entry) => !gone.includes(entry));
    last = { guard, entries: left };
    showLast();
    const moments = [...adding.values()].map((until) => until - now().getTime()).filter((ms) => ms > 0);
    const next = outcomes.hasUnsaved() ? AGAIN_MS : msUntilNextChange(left, now());
    if (next !== null) moments.push(next);
    if (moments.length > 0) later(Math.min(...moments), onTimer);
    for (const { key } of gone) await entries.remove(guard, key);
    return left;
  }

  return {
    /** Begins: it is under way until somebody says that it waits, or nobody says anything. */
    markAdding: (key: string) => void adding.set(key, now().getTime() + ADDING_MS),
    clearAdding: (key: string) => void adding.delete(key),
    inFlightElsewhere(keys: readonly string[]) {
      inFlightElsewhere = new Set(keys);
    },
    /** Shows a step of a hundredth, without asking the device. False when it is none. */
    progressed(key: string, share: number): boolean {
      const step = Math.floor(share * 100) / 100;
      if (shares.get(key) === step) return false;
      shares.set(key, step);
      if (guardId() === last.guard) showLast();
      pending.progressed(key, share);
      return true;
    },
    /** Reads the device once more, after whoever is reading: what is shown never goes back in time. */
    refresh(): Promise<readonly Stored[]> {
      const looked = reading.then(look);
      reading = looked.catch(() => undefined);
      return looked;
    },
  };
}
