import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { ratingsPaths } from '@portal/contracts/ratings/ratings.paths';
import { ratingMessages } from '@portal/contracts/ratings/ratings.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { notifyGuard } from '../notifications/notify.service';
import * as ratings from './ratings.repository';
import { detail } from './ratings.service';

/** Stores a customer's rating of a shift that the guard ended (409 before), and notifies the guard. */
export const rate = (guardId: string, given: { shiftId: string; rating: number; description: string }): Promise<Rating> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const id = (await ratings.keep({ guardId, ...given, now: nowText() })) ?? fail(409, ratingMessages.notEnded);
    const rating = await detail(guardId, id);
    await notifyGuard(guardId, 'other', {
      title: ratingMessages.rated,
      description: `${rating.jobId.jobTitle}: ${rating.rating} of 5`,
      to: ratingsPaths.list(),
    });
    notifyChanged(guardId, 'ratings');
    return rating;
  });
