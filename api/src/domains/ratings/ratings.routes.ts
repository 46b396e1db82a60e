import { profileSummary } from '@portal/contracts/guards/guards.endpoints';
import { appealRating, listRatings, ratingDetail } from '@portal/contracts/ratings/ratings.endpoints';
import { rateShift } from '@portal/contracts/ratings/ratings.staff';
import { bind, bindOpen, readOnly } from '../../platform/http/routes';
import { guardNamed, requireOwn } from '../guards/guards.service';
import { appeal } from './appeal.service';
import { rate } from './rating.service';
import * as ratings from './ratings.service';
import { summary } from './summary.service';

export const ratingsRoutes = [
  bind(profileSummary, async (me, { id }) => {
    requireOwn(me.id, id);
    return summary(id);
  }),
  readOnly(bind(listRatings, (me) => ratings.list(me.id))),
  bind(ratingDetail, (me, { id }) => ratings.detail(me.id, id)),
  bind(appealRating, (me, { id, words }) => appeal(me.id, id, words)),
  bindOpen(rateShift, async ({ guard, ...given }) => rate((await guardNamed(guard)).id, given)),
];
