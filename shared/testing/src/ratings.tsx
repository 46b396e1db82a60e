import type { Rating } from '@portal/contracts/ratings/ratings.endpoints';
import { mockId } from './ids';

export const ratingOf = (over: Partial<Rating> = {}, n = 1): Rating => ({
  id: mockId(7000 + n),
  rating: 4.5,
  description: 'Calm when it counted.',
  createdAt: '2027-03-11T01:00:00.000Z',
  jobId: { id: mockId(1000 + n), jobTitle: `Gate watch ${n}`, locationId: { locationName: `Yard ${n}` } },
  shiftId: {
    id: mockId(7500 + n),
    shiftDate: '2027-03-10',
    endReasonId: { id: mockId(71), name: 'The shift is complete' },
    shiftEndComment: 'Handed over the keys',
  },
  appeal: null,
  ...over,
});
