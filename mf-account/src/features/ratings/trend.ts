import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { LOW_RATING } from '@portal/contracts/ratings/ratings.rules';

/** How many of the latest are compared with as many before them. */
const COMPARED = 5;

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

/** To one decimal; 0 of none. */
export const averageOf = (ratings: readonly Pick<Rating, 'rating'>[]): number =>
  ratings.length === 0 ? 0 : oneDecimal(ratings.reduce((sum, { rating }) => sum + rating, 0) / ratings.length);

export const lowOnes = (ratings: readonly Rating[]): Rating[] => ratings.filter(({ rating }) => rating < LOW_RATING);

/** The way the latest ratings go, in a sentence; null while there are too few to compare. `ratings`: newest first. */
export function trendWords(ratings: readonly Pick<Rating, 'rating'>[]): string | null {
  const before = ratings.slice(COMPARED, 2 * COMPARED);
  if (before.length < COMPARED) return null;
  const latest = averageOf(ratings.slice(0, COMPARED));
  const change = oneDecimal(latest - averageOf(before));
  const way = change === 0 ? 'the same as' : `${Math.abs(change)} ${change > 0 ? 'higher' : 'lower'} than`;
  return `Your last ${COMPARED}: ${latest} on average, ${way} the ${COMPARED} before.`;
}
