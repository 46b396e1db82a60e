import type { Injury } from '@portal/contracts/injuries/injuries.endpoints';
import { mockId } from './ids';

/** The nth report of a guard, on the evening of 4 March 2027 at the site. */
export const injuryOf = (changes: Partial<Injury> = {}, n = 1): Injury => ({
  id: mockId(7000 + n),
  title: `Animal Bite ${n}`,
  description: 'A dog at the gate.',
  date: '2027-03-04',
  createdAt: '2027-03-05T01:05:00.000Z',
  files: ['arm.jpg'],
  jobId: { id: mockId(1001), jobTitle: 'Night watch at the depot' },
  response: [],
  ...changes,
});
