import { type Rating, ratingMessages } from '@portal/contracts/ratings/ratings.endpoints';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/db';
import { fail } from '../../platform/errors';
import { changed } from '../../platform/realtime';
import { notify } from '../notifications/notifications.service';
import * as ratings from './ratings.repository';

/** What customers gave a guard on average, to one decimal from 0.5 to 5; 0 when nobody rated yet. */
export const averageRating = ratings.average;

/** The guard's own ratings, newest first. */
export const list = async (guardId: string): Promise<{ docs: Rating[] }> => ({ docs: await ratings.all(guardId) });

/** One of the guard's own. 404 for any other. */
export const detail = async (guardId: string, id: string): Promise<Rating> =>
  (await ratings.one(guardId, id)) ?? fail(404, ratingMessages.none);

/** Keeps what a customer thinks of a shift that the guard ended (409 before), and tells the guard. */
export const rate = (guardId: string, given: { shiftId: string; rating: number; description: string }): Promise<Rating> =>
  transaction(async () => {
    const id = (await ratings.keep({ guardId, ...given, now: nowText() })) ?? fail(409, ratingMessages.notEnded);
    const rating = await detail(guardId, id);
    await notify(guardId, ratingMessages.rated, `${rating.jobId.jobTitle}: ${rating.rating} of 5`);
    changed(guardId, 'ratings');
    return rating;
  });
