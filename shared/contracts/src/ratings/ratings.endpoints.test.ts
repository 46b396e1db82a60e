import { appealRating, ratingShape } from './ratings.endpoints';

const rating = {
  id: 'r1',
  rating: 4.5,
  description: '',
  createdAt: '2027-03-11T01:00:00.000Z',
  jobId: { id: 'j1', jobTitle: 'Gate', locationId: { locationName: 'Yard' } },
  shiftId: { id: 's1', shiftDate: '2027-03-10', endReasonId: null, shiftEndComment: '' },
};
const appeal = { ticketId: 't1', at: '2027-03-14T15:00:00.000Z' };
const id = '00000000-0000-4000-8000-000000000001';

it.each([
  ['with its appeal', { ...rating, appeal }],
  ['not appealed', { ...rating, appeal: null }],
  ['of an API without appeals', rating],
])('reads a rating %s', (_what, shown) => expect(ratingShape.validateSync(shown, { strict: true })).toEqual(shown));

it('accepts an appeal with and without words, up to a maximum length', () => {
  expect(appealRating.input.cast({ id, words: '  ' })).toEqual({ id });
  expect(appealRating.input.isValidSync({ id })).toBe(true);
  expect(appealRating.input.isValidSync({ id, words: 'x'.repeat(2001) })).toBe(false);
  expect(appealRating.input.isValidSync({ id: 'none' })).toBe(false);
});
