import { stopCanary } from '../commands/canary';
import { rollback } from '../commands/rollback';
import { AlreadyEnded } from '../errors';
import type { CommandContext } from '../registry/update-registry';
import type { Change, HistoryLine } from '../store/store';

/** The author in the history. */
export const SELF_HEAL_ACTOR = 'self-heal';

/** A version on trial: an active version or a canary. */
export interface VersionOnTrial {
  name: string;
  version: string;
  isCanary: boolean;
}

const LEAVES: Change['how'][] = ['activate', 'promote', 'rollback'];

/** Why an operator has to decide about a version; null if self-heal may. */
export function manualReason(history: HistoryLine[], { name, version, isCanary }: VersionOnTrial): string | null {
  const changes = history.flatMap(({ by, changes: all }) => {
    const [first, ...ended] = all.filter((change) => change.name === name);
    // A canary that ended because the active version was rolled back was not judged.
    return first ? [first, ...(first.how === 'rollback' ? [] : ended)].map((change) => ({ by, ...change })) : [];
  });
  if (changes.some(({ by, from }) => by === SELF_HEAL_ACTOR && from === version))
    return 'it was rolled back before, and a person forced it to run again';
  const last = changes.filter(({ how }) => LEAVES.includes(how)).at(-1);
  if (!isCanary && last?.how === 'rollback') return 'it became active by a rollback: the problem is not the release';
  return null;
}

/**
 * Rolls a version back with the same gate and history as the command. Throws where the command would. @returns false if another process did
 * it first
 */
export async function rollBackVersion(context: CommandContext, { name, version, isCanary }: VersionOnTrial, why: string): Promise<boolean> {
  const info = { by: SELF_HEAL_ACTOR, why };
  try {
    await (isCanary ? stopCanary(context, { name, version }, info) : rollback(context, name, undefined, info, version));
    return true;
  } catch (error) {
    if (error instanceof AlreadyEnded) return false;
    throw error;
  }
}
