import { dayMonthYear, siteDate } from '@portal/contracts/_kernel/formats';
import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';

/** The day of the rated shift, or of the rating if the shift has none (RATING-05). */
export const ratingDate = ({ shiftId, createdAt }: Pick<Rating, 'shiftId' | 'createdAt'>): string =>
  dayMonthYear(shiftId.shiftDate ?? siteDate(createdAt));
