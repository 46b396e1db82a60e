import type { Random } from '../../api/seed/random';

/** The same items in random order. */
export const shuffled = <T>(chance: Random, items: readonly T[]): T[] => chance.some(items, items.length);
