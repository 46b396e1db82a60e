import { coverEndsAt, coverMayBecome, coverRules, coverStates, isLiveCover } from './covers.rules';

const allowed = new Set([
  'open proposed',
  'open withdrawn',
  'open ended',
  'proposed open',
  'proposed approved',
  'proposed refused',
  'proposed withdrawn',
  'proposed ended',
]);
const pairs = coverStates.flatMap((from) => coverStates.map((to) => [from, to] as const));

it.each(pairs)('an offer that is %s may become %s only if the table names it', (from, to) =>
  expect(coverMayBecome(from, to)).toBe(allowed.has(`${from} ${to}`)),
);

it('an offer is live while it waits for a guard or for dispatch', () =>
  expect(coverStates.filter(isLiveCover)).toEqual(['open', 'proposed']));

it('an offer ends two hours before the start', () => expect(coverEndsAt('2027-03-14T01:30:00.000Z')).toBe('2027-03-13T23:30:00.000Z'));

it('a note is optional, trimmed, and has at most 200 characters', () => {
  expect(coverRules.cast({ note: '  ' })).toEqual({});
  expect(coverRules.cast({ note: ' Gate B ' })).toEqual({ note: 'Gate B' });
  expect(() => coverRules.validateSync({ note: 'x'.repeat(201) })).toThrow('At most 200 characters');
});
