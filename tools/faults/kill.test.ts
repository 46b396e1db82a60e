import type { Act } from './acts';
import { type Course, carryOn, compare, killInTheMiddle, unanswered } from './kill';

const none = { applications: 0, arrivals: 0, starts: 0, breaks: 0, breaksEnded: 0, ends: 0, credits: 0, cents: 0 };
const ended = { ends: 1, credits: 1, cents: 10_000 };
const end = { name: 'end', leaves: ended } as unknown as Act;

const judged = async (there: object, course: Partial<Course>) => {
  const found = { lost: [] as string[], doubled: [] as string[] };
  const server = { query: async () => [{ ...none, ...there }] as never };
  await compare(
    server,
    [{ person: { id: 'ada' } as never, acknowledged: {}, inDoubt: null, isUnanswered: false, left: [], ...course }],
    found,
  );
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

const never = () => new Promise<never>(() => {});
const replying = (code: number) => async () => ({ code, message: '' });

it('counts as in doubt what was sent and not answered, and nothing else', async () => {
  const course = (send: () => Promise<{ code: number; message: string }>): Course => ({
    ...{ person: { id: 'ada' } as never, acknowledged: {}, inDoubt: null, isUnanswered: false },
    left: [{ name: 'start', send, leaves: {} }],
  });
  const broken = async () => {
    throw new Error('the connection ended');
  };
  const [answered, refusedForNow, cut, waiting] = [replying(200), replying(503), broken, never].map(course) as [
    Course,
    Course,
    Course,
    Course,
  ];
  const load = carryOn({} as never, [answered, refusedForNow, cut], () => false);
  void carryOn({} as never, [waiting], () => false);
  await load;
  expect([answered, refusedForNow, cut, waiting].map(({ isUnanswered }) => isUnanswered)).toEqual([false, false, true, true]);
  expect(unanswered([answered, refusedForNow, cut, waiting])).toBe(2);
});

it('chooses the moment of a kill again that met no act on its way', async () => {
  const met = [0, 0, 3, 5];
  expect(await killInTheMiddle(1, async () => met.shift() ?? 0)).toBe(3);
  expect(met).toEqual([5]);
});

it('fails when no moment of a round meets an act on its way', async () => {
  await expect(killInTheMiddle(7, async () => 0)).rejects.toThrow('kill 7 met no act on its way at any of 5 moments');
});
