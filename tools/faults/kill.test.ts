import type { Act } from './acts';
import { type Course, compare } from './kill';

const none = { applications: 0, arrivals: 0, starts: 0, breaks: 0, breaksEnded: 0, ends: 0, credits: 0, cents: 0 };
const ended = { ends: 1, credits: 1, cents: 10_000 };
const end = { name: 'end', leaves: ended } as unknown as Act;

const judged = async (there: object, course: Partial<Course>) => {
  const found = { lost: [] as string[], doubled: [] as string[] };
  const server = { query: async () => [{ ...none, ...there }] as never };
  await compare(server, [{ person: { id: 'ada' } as never, acknowledged: {}, inDoubt: null, left: [], ...course }], found);
  return [found.lost.length, found.doubled.length];
};

it.each([
  ['what was acknowledged and is there', ended, { acknowledged: ended }, [0, 0]],
  ['what was acknowledged and is gone', {}, { acknowledged: ended }, [3, 0]],
  ['an end without its credit', { ends: 1 }, { acknowledged: ended }, [2, 0]],
  ['what nobody heard of and is there', ended, { inDoubt: end }, [0, 0]],
  ['what nobody heard of and is not there', {}, { inDoubt: end }, [0, 0]],
  ['what is there twice', { ends: 1, credits: 2, cents: 20_000 }, { acknowledged: ended }, [0, 2]],
  ['what nobody sent', { breaks: 1 }, {}, [0, 1]],
])('%s', async (_what, there, course, counts) => {
  expect(await judged(there, course)).toEqual(counts);
});
