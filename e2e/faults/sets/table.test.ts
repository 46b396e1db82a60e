import { coveringSets, LEVELS, members, sets } from './table';

const pairs = members.flatMap((one, at) => members.slice(at + 1).map((other) => [one, other] as const));

it('there are twelve sets of the shell and five remotes', () => {
  expect(sets).toHaveLength(12);
  for (const { levels } of sets) expect(Object.keys(levels)).toEqual(members);
});

it.each(pairs)('%s and %s occur together in each pair of their versions', (one, other) => {
  const met = new Set(sets.map(({ levels }) => `${levels[one]} ${levels[other]}`));
  expect(met).toEqual(new Set(LEVELS.flatMap((a) => LEVELS.map((b) => `${a} ${b}`))));
});

it.each(members)('%s has each of its versions once in the covering sets, and each of these sets mixes all levels', (name) => {
  expect(coveringSets.map(({ levels }) => levels[name]).sort()).toEqual([...LEVELS].sort());
  for (const { levels } of coveringSets) expect(new Set(Object.values(levels)).size).toBe(LEVELS.length);
});
