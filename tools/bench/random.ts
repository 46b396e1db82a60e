import type { Random } from '../../api/seed/random';

/** The same items in an order of chance. */
export const shuffled = <T>(chance: Random, items: readonly T[]): T[] => chance.some(items, items.length);
