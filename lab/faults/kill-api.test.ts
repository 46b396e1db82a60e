import type { Act } from './act';
import { type Course, compare } from './compare';
import { figureNames } from './database-figures';
import { continueCourses, countUnanswered, killInTheMiddle } from './kill-api';

const none = Object.fromEntries(figureNames.map((name) => [name, 0]));
const ended = { ends: 1, credits: 1, cents: 10_000 };
const end = { name: 'end', leaves: ended } as unknown as Act;

const give = { name: 'give up', leaves: { feeds: -1 } } as unknown as Act;

const judged = async (there: object, course: Partial<Course>) => {
  const found = { lost: [] as string[], doubled: [] as string[] };
  const server = { query: async () => [{ ...none, ...there }] as never };
  await compare(
    server,
    [{ person: { id: 'ada', other: {} } as never, acknowledged: {}, inDoubt: null, isUnanswered: false, left: [], ...course }],
    found,
  );
  return [found.lost.length, found.doubled.length];
};

it.each([
  ['loses nothing: acknowledged and stored', ended, { acknowledged: ended }, [0, 0]],
  ['is lost: acknowledged and not stored', {}, { acknowledged: ended }, [3, 0]],
  ['is lost: acknowledged and stored without its credit', { ends: 1 }, { acknowledged: ended }, [2, 0]],
  ['loses nothing: unanswered and stored', ended, { inDoubt: end }, [0, 0]],
  ['loses nothing: unanswered and not stored', {}, { inDoubt: end }, [0, 0]],
  ['is lost: unanswered and half stored', { ends: 1 }, { inDoubt: end }, [1, 0]],
  [
    'is lost: unanswered and half stored, next to an acknowledged act',
    { ends: 1, feeds: 1 },
    { acknowledged: { feeds: 1 }, inDoubt: end },
    [1, 0],
  ],
  ['loses nothing: unanswered removal, removed', {}, { acknowledged: { feeds: 1 }, inDoubt: give }, [0, 0]],
  ['loses nothing: unanswered removal, not removed', { feeds: 1 }, { acknowledged: { feeds: 1 }, inDoubt: give }, [0, 0]],
  ['is lost: removed without a removal', {}, { acknowledged: { feeds: 1 } }, [1, 0]],
  ['is doubled: stored twice', { ends: 1, credits: 2, cents: 20_000 }, { acknowledged: ended }, [0, 2]],
  ['is doubled: stored and never sent', { breaks: 1 }, {}, [0, 1]],
])('%s', async (_what, there, course, counts) => {
  expect(await judged(there, course)).toEqual(counts);
});

const never = () => new Promise<never>(() => {});
const replying = (code: number) => async () => ({ code, message: '' });

it('counts an act as in doubt only if it was sent and got no reply', async () => {
  const course = (send: () => Promise<{ code: number; message: string }>): Course => ({
    ...{ person: { id: 'ada' } as never, acknowledged: {}, inDoubt: null, isUnanswered: false },
    left: [{ name: 'start', calls: 'shifts.start', send, leaves: {} }],
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
  const load = continueCourses({} as never, [answered, refusedForNow, cut], () => false);
  void continueCourses({} as never, [waiting], () => false);
  await load;
  expect([answered, refusedForNow, cut, waiting].map(({ isUnanswered }) => isUnanswered)).toEqual([false, false, true, true]);
  expect(countUnanswered([answered, refusedForNow, cut, waiting])).toBe(2);
});

it('repeats a kill that met no act in flight at another moment', async () => {
  const met = [0, 0, 3, 5];
  expect(await killInTheMiddle(1, async () => met.shift() ?? 0)).toBe(3);
  expect(met).toEqual([5]);
});

it('fails when no moment of a round meets an act in flight', async () => {
  await expect(killInTheMiddle(7, async () => 0)).rejects.toThrow('kill 7 met no act on its way at any of 5 moments');
});

describe('an act that is repeated after a kill', () => {
  const telling = (codes: number[], act: Partial<Act>, there: object = {}) => {
    const sent: number[] = [];
    const answers = codes.map((code) => () => (code === 0 ? Promise.reject(new Error('killed')) : Promise.resolve({ code, message: '' })));
    const send = () => {
      sent.push(1);
      return (answers.shift() ?? never)();
    };
    const course: Course = {
      ...{ person: { id: 'ada', other: {} } as never, acknowledged: {}, inDoubt: null, isUnanswered: false },
      left: [{ name: 'sign up', calls: 'auth.register', leaves: { registered: 1 }, send, ...act } as Act],
    };
    const server = { query: async () => [{ ...none, ...there }] } as never;
    return { course, sent, carry: () => continueCourses(server, [course], () => false) };
  };

  it('is done when the reply means "already done", and only if it was repeated', async () => {
    const again = telling([0, 409], { doneBy: [409] });
    await again.carry();
    await again.carry();
    expect(again.course).toMatchObject({ left: [], acknowledged: { registered: 1 } });
    await expect(telling([409], { doneBy: [409] }).carry()).rejects.toThrow('sign up: 409');
  });

  it('is checked in the database first, if it has no idempotency key and would act twice', async () => {
    const there = telling([0], { isLookedFor: true }, { registered: 1 });
    await there.carry();
    await there.carry();
    expect([there.sent.length, there.course.left.length]).toEqual([1, 0]);
    const gone = telling([0, 200], { isLookedFor: true });
    await gone.carry();
    await gone.carry();
    expect([gone.sent.length, gone.course.left.length]).toEqual([2, 0]);
  });
});
