import { takeTurns, takeTurnsEach } from './turns';

it('runs so many at the same time and no more, in the order in which they came, whatever fails', async () => {
  const inTurn = takeTurns(2);
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

it('lets nobody wait for the acts of another', async () => {
  const inTurn = takeTurnsEach(1);
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
