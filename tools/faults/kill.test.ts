import type { Act } from './act';
import { type Course, compare } from './found';
import { carryOn, killInTheMiddle, unanswered } from './kill';
import { markNames } from './marks';

const none = Object.fromEntries(markNames.map((name) => [name, 0]));
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
  ['what was acknowledged and is there', ended, { acknowledged: ended }, [0, 0]],
  ['what was acknowledged and is gone', {}, { acknowledged: ended }, [3, 0]],
  ['an end without its credit', { ends: 1 }, { acknowledged: ended }, [2, 0]],
  ['what nobody heard of and is there', ended, { inDoubt: end }, [0, 0]],
  ['what nobody heard of and is not there', {}, { inDoubt: end }, [0, 0]],
  ['half of what nobody heard of', { ends: 1 }, { inDoubt: end }, [1, 0]],
  [
    'what was acknowledged beside half of what nobody heard of',
    { ends: 1, feeds: 1 },
    { acknowledged: { feeds: 1 }, inDoubt: end },
    [1, 0],
  ],
  ['what nobody heard that it was taken away, and is', {}, { acknowledged: { feeds: 1 }, inDoubt: give }, [0, 0]],
  ['what nobody heard that it was taken away, and is not', { feeds: 1 }, { acknowledged: { feeds: 1 }, inDoubt: give }, [0, 0]],
  ['what was taken away twice', {}, { acknowledged: { feeds: 1 } }, [1, 0]],
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

describe('an act that is told again after a kill', () => {
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
    return { course, sent, carry: () => carryOn(server, [course], () => false) };
  };

  it('is done when the reply says that it was, and only then', async () => {
    const again = telling([0, 409], { doneBy: [409] });
    await again.carry();
    await again.carry();
    expect(again.course).toMatchObject({ left: [], acknowledged: { registered: 1 } });
    await expect(telling([409], { doneBy: [409] }).carry()).rejects.toThrow('sign up: 409');
  });

  it('is looked for first where no key is kept and it would be done again', async () => {
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
