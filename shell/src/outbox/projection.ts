import type { WriteState } from '@portal/mf-kit/portal';
import { shown } from './entries';
import type { Outcomes } from './outcomes';
import type { QueueParts } from './parts';
import type { Pending } from './pending';
import { isOver, nextLook } from './retryPolicy';
import type { Stored } from './stored';

/** How soon the device is asked again to write down what it did not take. */
const AGAIN_MS = 10_000;

/** Whoever has the turn says by then how an entry stands; a tab that sleeps with its turn does not. */
const HEARD_MS = 5000;

export interface ProjectionParts extends Pick<QueueParts, 'entries' | 'guardId' | 'now' | 'show' | 'later'> {
  outcomes: Outcomes;
  pending: Pending;
  isInFlight(key: string): boolean;
  /** Something changes by itself now: a pause is over, or a time has passed. */
  onMoment(): void;
}

/** What is on the device, read anew at each change and shown to the page and to those who made it. */
export function createProjection({ entries, outcomes, guardId, now, show, later, pending, isInFlight, onMoment }: ProjectionParts) {
  let sentElsewhere: ReadonlySet<string> = new Set();
  /** Kept a moment ago, and nobody has said yet that they must wait: until when that is believed, in ms. */
  const fresh = new Map<string, number>();
  /** How much is sent of what has files. */
  const shares = new Map<string, number>();
  let last: { guard: string; entries: readonly Stored[] } = { guard: '', entries: [] };
  let reading: Promise<unknown> = Promise.resolve();

  const stateOf = ({ state, key }: Stored): WriteState => {
    if (state !== 'waiting') return state;
    return isInFlight(key) || sentElsewhere.has(key) || (fresh.get(key) ?? 0) > now().getTime() ? 'sending' : 'on device';
  };

  const showLast = () => show(last.entries.map((entry) => shown(entry, stateOf(entry), shares.get(entry.key))));

  async function look(): Promise<readonly Stored[]> {
    const guard = guardId();
    const all = guard === null ? [] : await outcomes.of(guard);
    if (guard === null || guardId() !== guard) {
      show([]);
      return [];
    }
    const known = new Set(all.map(({ key }) => key));
    for (const [key, until] of fresh) if (until <= now().getTime()) fresh.delete(key);
    for (const key of shares.keys()) if (!known.has(key)) shares.delete(key);
    pending.keepOnly(guard, new Set([...known, ...fresh.keys()]));
    const gone = all.filter((entry) => pending.tell(entry, stateOf(entry), now().toISOString()) || isOver(entry, now()));
    const left = all.filter((entry) => !gone.includes(entry));
    last = { guard, entries: left };
    showLast();
    const moments = [...fresh.values()].map((until) => until - now().getTime()).filter((ms) => ms > 0);
    const next = outcomes.isBehind() ? AGAIN_MS : nextLook(left, now());
    if (next !== null) moments.push(next);
    if (moments.length > 0) later(Math.min(...moments), onMoment);
    for (const { key } of gone) await entries.remove(guard, key);
    return left;
  }

  return {
    /** Begins: it is under way until somebody says that it waits, or nobody says anything. */
    begin: (key: string) => void fresh.set(key, now().getTime() + HEARD_MS),
    settle: (key: string) => void fresh.delete(key),
    sentElsewhere(keys: readonly string[]) {
      sentElsewhere = new Set(keys);
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
