import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { ratingMessages } from '@portal/contracts/ratings/ratings.rules';
import { OTHERS_TYPE } from '@portal/contracts/tickets/tickets.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { notifyChanged } from '../../platform/live/realtime';
import { ask } from '../tickets/tickets.service';
import * as ratings from './ratings.repository';
import { detail } from './ratings.service';

const words = ({ rating, description, shiftId }: Rating, own: string | undefined): string =>
  [
    `The shift of ${shiftId.shiftDate} was rated ${rating} of 5.\n${description ? `Reason given: ${description}` : 'No reason was given.'}`,
    ...(own ? [own] : []),
  ].join('\n\n');

/**
 * Appeals against one of the guard's own ratings by a ticket, once: a repeat returns the first. 404 for any other, 409 when the
 * ticket of an earlier appeal was deleted.
 */
export const appeal = (guardId: string, id: string, own: string | undefined): Promise<Rating> =>
  transaction(async () => {
    await lock({ guard: guardId });
    const isAppealed = await ratings.wasAppealed(guardId, id);
    const rating = await detail(guardId, id);
    if (rating.appeal) return rating;
    if (isAppealed) fail(409, ratingMessages.appealedBefore);
    const ticketTitle = `Appeal: rated ${rating.rating} of 5`;
    const ticketId = await ask(
      guardId,
      { ticketType: OTHERS_TYPE, jobId: rating.jobId.id, ticketTitle, description: words(rating, own) },
      [],
    );
    await ratings.markAppealed(id, ticketId, nowText());
    notifyChanged(guardId, 'ratings');
    return detail(guardId, id);
  });
