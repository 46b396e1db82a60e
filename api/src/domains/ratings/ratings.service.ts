import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { ratingMessages } from '@portal/contracts/ratings/ratings.rules';
import { fail } from '../../platform/http/errors';
import * as ratings from './ratings.repository';

/** A guard's average rating by customers, to one decimal from 0.5 to 5; 0 without a rating. */
export const averageRating = ratings.averageRating;

/** The guard's own ratings, newest first. */
export const list = async (guardId: string): Promise<{ docs: Rating[]; total: number }> => ({
  docs: await ratings.ratingsOf(guardId),
  total: await ratings.count(guardId),
});

/** One of the guard's own. 404 for any other. */
export const detail = async (guardId: string, id: string): Promise<Rating> =>
  (await ratings.ratingById(guardId, id)) ?? fail(404, ratingMessages.none);
