import { random } from '../../api/seed/random';
import { shuffle } from './random';

describe('shuffled()', () => {
  it('gives the same order for the same seed, and another order for another seed', () => {
    const order = (seed: number) =>
      shuffle(
        random(seed),
        Array.from({ length: 20 }, (_, index) => index),
      ).join();
    expect(order(7)).toBe(order(7));
    expect(order(7)).not.toBe(order(8));
  });

  it('keeps every item once and does not change the given list', () => {
    const given = ['a', 'b', 'c', 'd'];
    expect([...shuffle(random(3), given)].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(given).toEqual(['a', 'b', 'c', 'd']);
  });

  it('puts each of two items first about equally often', () => {
    const chance = random(1);
    const first = Array.from({ length: 1000 }, () => shuffle(chance, ['composed', 'monolith'])[0]);
    const count = first.filter((name) => name === 'composed').length;
    expect(count).toBeGreaterThan(450);
    expect(count).toBeLessThan(550);
  });
});
