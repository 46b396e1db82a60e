import type { Bug } from './bugs';
import { simulate } from './simulate';

export const FIRST_SEED = 1;

/** The first seed that shows a planted bug; null if none of `seeds` does. */
export async function findBug(bug: Bug, seeds: number): Promise<{ seed: number; broken: string[] } | null> {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + seeds; seed++) {
    const broken = await simulate(seed, bug);
    if (broken.length > 0) return { seed, broken };
  }
  return null;
}
