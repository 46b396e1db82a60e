import { coveringSets, LEVELS, members, sets } from './table';

const pairs = members.flatMap((one, at) => members.slice(at + 1).map((other) => [one, other] as const));

it('is twelve sets of the shell and five remotes', () => {
  expect(sets).toHaveLength(12);
  for (const { levels } of sets) expect(Object.keys(levels)).toEqual(members);
});

it.each(pairs)('%s and %s stand in one set at each two of their versions', (one, other) => {
  const met = new Set(sets.map(({ levels }) => `${levels[one]} ${levels[other]}`));
  expect(met).toEqual(new Set(LEVELS.flatMap((a) => LEVELS.map((b) => `${a} ${b}`))));
});

it.each(members)('%s stands once at each of its versions in the covering sets, and never as before in all of a set', (name) => {
  expect(coveringSets.map(({ levels }) => levels[name]).sort()).toEqual([...LEVELS].sort());
  for (const { levels } of coveringSets) expect(new Set(Object.values(levels)).size).toBe(LEVELS.length);
});
