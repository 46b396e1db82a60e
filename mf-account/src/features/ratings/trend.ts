import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { LOW_RATING } from '@portal/contracts/ratings/ratings.rules';

/** This number of latest ratings is compared with the same number before them. */
const COMPARED = 5;

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

/** Rounded to one decimal; 0 without ratings. */
export const averageOf = (ratings: readonly Pick<Rating, 'rating'>[]): number =>
  ratings.length === 0 ? 0 : oneDecimal(ratings.reduce((sum, { rating }) => sum + rating, 0) / ratings.length);

export const countLow = (ratings: readonly Rating[]): Rating[] => ratings.filter(({ rating }) => rating < LOW_RATING);

/** A sentence about the change of the latest ratings; null if there are too few to compare. `ratings` has the newest first. */
export function trendText(ratings: readonly Pick<Rating, 'rating'>[]): string | null {
  const before = ratings.slice(COMPARED, 2 * COMPARED);
  if (before.length < COMPARED) return null;
  const latest = averageOf(ratings.slice(0, COMPARED));
  const change = oneDecimal(latest - averageOf(before));
  const way = change === 0 ? 'the same as' : `${Math.abs(change)} ${change > 0 ? 'higher' : 'lower'} than`;
  return `Your last ${COMPARED}: ${latest} on average, ${way} the ${COMPARED} before.`;
}
