import { stopCanary } from '../canary';
import type { Desk } from '../desk';
import { rollback } from '../operate';
import { EndedAlready } from '../refusal';
import type { Change, HistoryLine } from '../store';

/** Who it was, in the history. */
export const SELF = 'self-heal';

/** A version that is new: everybody's, or a canary's. */
export interface Trial {
  name: string;
  version: string;
  isCanary: boolean;
}

const LEAVES: Change['how'][] = ['activate', 'promote', 'rollback'];

/** Why a version is left to people, whatever its figures; null when it is not. */
export function leftToPeople(history: HistoryLine[], { name, version, isCanary }: Trial): string | null {
  const changes = history.flatMap(({ by, changes: all }) => {
    const [first, ...ended] = all.filter((change) => change.name === name);
    // A canary that ended with the rollback of what ran beside it was not judged.
    return first ? [first, ...(first.how === 'rollback' ? [] : ended)].map((change) => ({ by, ...change })) : [];
  });
  if (changes.some(({ by, from }) => by === SELF && from === version)) return 'it was taken back before, and a person insisted on it';
  const last = changes.filter(({ how }) => LEAVES.includes(how)).at(-1);
  if (!isCanary && last?.how === 'rollback') return 'it came by a rollback: what is wrong now is not the release';
  return null;
}

/**
 * Takes a version back as a person would: the same gate, the same history. Refuses what a person would be refused.
 * @returns whether this did it: false where somebody else was quicker
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
