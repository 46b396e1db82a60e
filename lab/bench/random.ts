import type { Random } from '../../api/seed/random';

/** The same items in random order. */
export const shuffle = <T>(chance: Random, items: readonly T[]): T[] => chance.some(items, items.length);
