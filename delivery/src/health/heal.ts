import { stopCanary } from '../canary';
import type { Desk } from '../desk';
import { rollback } from '../operate';
import { EndedAlready } from '../refusal';
import type { Change, HistoryLine } from '../store';

/** The author in the history. */
export const SELF = 'self-heal';

/** A version on trial: an active version or a canary. */
export interface Trial {
  name: string;
  version: string;
  isCanary: boolean;
}

const LEAVES: Change['how'][] = ['activate', 'promote', 'rollback'];

/** Why an operator has to decide about a version; null if self-heal may. */
export function leftToPeople(history: HistoryLine[], { name, version, isCanary }: Trial): string | null {
  const changes = history.flatMap(({ by, changes: all }) => {
    const [first, ...ended] = all.filter((change) => change.name === name);
    // A canary that ended because the active version was rolled back was not judged.
    return first ? [first, ...(first.how === 'rollback' ? [] : ended)].map((change) => ({ by, ...change })) : [];
  });
  if (changes.some(({ by, from }) => by === SELF && from === version))
    return 'it was rolled back before, and a person forced it to run again';
  const last = changes.filter(({ how }) => LEAVES.includes(how)).at(-1);
  if (!isCanary && last?.how === 'rollback') return 'it became active by a rollback: the problem is not the release';
  return null;
}

/**
 * Rolls a version back with the same gate and history as the command. Throws where the command would. @returns false if another process did
 * it first
 */
export async function takeBack(desk: Desk, { name, version, isCanary }: Trial, why: string): Promise<boolean> {
  const order = { by: SELF, why };
  try {
    await (isCanary ? stopCanary(desk, { name, version }, order) : rollback(desk, name, undefined, order, version));
    return true;
  } catch (error) {
    if (error instanceof EndedAlready) return false;
    throw error;
  }
}
