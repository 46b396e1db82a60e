import { type InferType, object } from 'yup';
import { optionalText } from '../_kernel/shapes';

export const ratingMessages = {
  none: 'There is no such rating.',
  notEnded: 'Only a shift that has ended is rated.',
  halves: 'Ratings are 0.5 to 5, in halves',
  rated: 'You were rated',
  appealed: 'We received your appeal and will reply in the ticket.',
  appealedBefore: 'You have already appealed this rating.',
  notAppealed: 'Your appeal was not sent. What you entered is still here; please try again.',
};

/** Texts of the ratings screens, verbatim from the specification. */
export const ratingLabels = {
  title: 'My Ratings',
  detail: 'Rating Detail', // RATING-04
  reason: 'Reason For Minimum Job Rating', // RATING-12
  noReason: 'No Data', // RATING-14
} as const;

/** A lower rating shows its reason (RATING-13). */
export const LOW_RATING = 3;

/** The guard's text in an appeal. The call adds the rating. */
export const appealRules = object({ words: optionalText(2000) });
export type Appeal = InferType<typeof appealRules>;

/** The content of the sample screen (ROUTE-61): not data of a guard. */
export const ratingSample = {
  banner: 'Sample. Nothing on this page is real: these are not ratings of your shifts.',
  title: 'Ratings',
  ratings: [
    { jobTitle: 'Sample: night patrol of a warehouse', locationName: 'Sample Street, Toronto', rating: 4.5 },
    { jobTitle: 'Sample: front desk of an office tower', locationName: 'Sample Tower, Ottawa', rating: 5 },
    { jobTitle: 'Sample: gate of a building site', locationName: 'Sample Yard, Hamilton', rating: 2.5 },
  ],
} as const;
