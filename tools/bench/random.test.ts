import { random } from '../../api/seed/random';
import { shuffled } from './random';

describe('chance of the bench', () => {
  it('the same seed gives the same order, another seed another one', () => {
    const order = (seed: number) =>
      shuffled(
        random(seed),
        Array.from({ length: 20 }, (_, index) => index),
      ).join();
    expect(order(7)).toBe(order(7));
    expect(order(7)).not.toBe(order(8));
  });

  it('an order of chance holds every item once and leaves the given list alone', () => {
    const given = ['a', 'b', 'c', 'd'];
    expect([...shuffled(random(3), given)].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(given).toEqual(['a', 'b', 'c', 'd']);
  });

  it('of two, each comes first about as often', () => {
    const chance = random(1);
    const first = Array.from({ length: 1000 }, () => shuffled(chance, ['composed', 'monolith'])[0]);
    const count = first.filter((name) => name === 'composed').length;
    expect(count).toBeGreaterThan(450);
    expect(count).toBeLessThan(550);
  });
});
