import { number, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { guardName, id } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { ratingShape } from './ratings.endpoints';
import { ratingMessages } from './ratings.rules';

/** Saves a customer's rating of an ended shift, replaces an earlier one, and notifies the guard. */
export const rateShift = endpoint({
  id: 'ratings.rate',
  method: 'POST',
  path: '/ratings/rate',
  auth: 'staff',
  roles: ['dispatcher', 'support'],
  command: {
    name: 'rate-shift',
    arguments: ['guard', 'shiftId', 'rating', 'description'],
    summary: "stores a customer's rating of an ended shift",
  },
  input: object({
    guard: guardName(),
    shiftId: id().required(),
    rating: number()
      .typeError(ratingMessages.halves)
      .required(ratingMessages.halves)
      .min(0.5, ratingMessages.halves)
      .max(5, ratingMessages.halves)
      .test('halves', ratingMessages.halves, (value) => value === undefined || Number.isInteger(value * 2)),
    description: string().trim().max(1000, 'At most 1000 characters').default(''),
  }),
  output: ratingShape,
});
