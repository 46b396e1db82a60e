import type { WriteState } from '@portal/mf-kit/portal';
import { type Stored, shown } from './entries';
import type { Outcomes } from './outcomes';
import type { QueueParts } from './parts';
import type { Pending } from './pending';
import { isOver, nextLook } from './retryPolicy';

/** How soon the device is asked again to write down what it did not take. */
const AGAIN_MS = 10_000;

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
  /** Kept a moment ago, and nobody has said yet that they must wait. */
  const fresh = new Set<string>();
  let reading: Promise<unknown> = Promise.resolve();

  const stateOf = ({ state, key }: Stored): WriteState => {
    if (state !== 'waiting') return state;
    return isInFlight(key) || sentElsewhere.has(key) || fresh.has(key) ? 'sending' : 'on device';
  };

  async function look(): Promise<readonly Stored[]> {
    const guard = guardId();
    const all = guard === null ? [] : await outcomes.of(guard);
    if (guard === null || guardId() !== guard) {
      show([]);
      return [];
    }
    pending.keepOnly(new Set([...all.map(({ key }) => key), ...fresh]));
    const gone = all.filter((entry) => pending.tell(entry, stateOf(entry), now().toISOString()) || isOver(entry, now()));
    const left = all.filter((entry) => !gone.includes(entry));
    show(left.map((entry) => shown(entry, stateOf(entry))));
    const ms = outcomes.isBehind() ? AGAIN_MS : nextLook(left, now());
    if (ms !== null) later(ms, onMoment);
    for (const { key } of gone) await entries.remove(guard, key);
    return left;
  }

  return {
    fresh,
    sentElsewhere(keys: readonly string[]) {
      sentElsewhere = new Set(keys);
    },
    /** Reads the device once more, after whoever is reading: what is shown never goes back in time. */
    refresh(): Promise<readonly Stored[]> {
      const looked = reading.then(look);
      reading = looked.catch(() => undefined);
      return looked;
    },
  };
}
