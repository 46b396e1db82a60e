import { coalesceCalls, createKeyedSemaphore, createSemaphore } from './concurrency';

it('runs at most a given number of functions at the same time in the order of their calls, also after a failure', async () => {
  const inTurn = createSemaphore(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const act = (number: number) => () => {
    begun.push(number);
    return new Promise<number>((resolve, reject) => ends.push(number === 1 ? () => reject(new Error('no')) : () => resolve(number)));
  };
  const all = [1, 2, 3, 4].map((number) => inTurn(act(number)));
  const settled = Promise.allSettled(all);
  expect(begun).toEqual([1, 2]);
  for (let end = 0; end < 4; end++) {
    ends[end]?.();
    await all[end]?.catch(() => undefined);
    await new Promise(setImmediate);
    expect(begun).toEqual([1, 2, 3, 4].slice(0, Math.min(4, end + 3)));
  }
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  await expect(inTurn(async () => 5)).resolves.toBe(5);
});

it('does not make calls of one key wait for calls of another', async () => {
  const inTurn = createKeyedSemaphore(1);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const act = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const all = [inTurn('Ann', act('one')), inTurn('Ann', act('two')), inTurn('Bea', act('three'))];
  expect(begun).toEqual(['one', 'three']);
  ends[0]?.();
  await all[0];
  expect(begun).toEqual(['one', 'three', 'two']);
  for (const end of ends) end();
  await Promise.all(all);
});

describe('a coalesced call', () => {
  const slow = () => {
    const ends: ((saw: number | Error) => void)[] = [];
    const ask = coalesceCalls(
      () => new Promise<number>((resolve, reject) => ends.push((saw) => (saw instanceof Error ? reject(saw) : resolve(saw)))),
    );
    return { ask, ends };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('runs once at a time, and callers during a run share the next run, which starts after it', async () => {
    const { ask, ends } = slow();
    const first = ask();
    const meanwhile = [ask(), ask(), ask()];
    await settled();
    expect(ends).toHaveLength(1);
    ends[0]?.(1);
    expect(await first).toBe(1);
    await settled();
    const late = [ask(), ask()];
    expect(ends).toHaveLength(2);
    ends[1]?.(2);
    expect(await Promise.all(meanwhile)).toEqual([2, 2, 2]);
    await settled();
    expect(ends).toHaveLength(3);
    ends[2]?.(3);
    expect(await Promise.all(late)).toEqual([3, 3]);
    await settled();
    expect(ends).toHaveLength(3);
  });

  it('continues with the next run when one fails', async () => {
    const { ask, ends } = slow();
    const [first, second] = [ask(), ask()];
    ends[0]?.(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    ends[1]?.(2);
    expect(await second).toBe(2);
  });
});
