import { random } from '../../api/seed/random';
import type { PhoneLab } from './lab';
import { flattenPair, measureInTurn, ratioToMonolith, timesAgainstMonolith } from './monolithRatio';
import { median } from './numbers';

const site = (name: string) => async () => ({ name, url: `http://localhost/${name}`, session: {} });

const labOf = (seed: number) =>
  ({ random: random(seed), say: () => undefined, composed: site('composed'), monolith: site('monolith') }) as unknown as PhoneLab;

/** Names of the sites in the order of their runs. */
async function orderOf(seed: number): Promise<string[]> {
  const order: string[] = [];
  await measureInTurn(labOf(seed), { what: 'a click', rounds: 20, screens: [] }, async ({ name }) => void order.push(name));
  return order;
}

describe('comparing the composed portal with the monolith', () => {
  it('runs both once in each round, in random order', async () => {
    const order = await orderOf(1);
    const rounds = Array.from({ length: 20 }, (_, round) => order.slice(2 * round, 2 * round + 2));
    expect(rounds.map((round) => [...round].sort())).toEqual(Array(20).fill(['composed', 'monolith']));
    const first = rounds.filter(([name]) => name === 'composed').length;
    expect(first).toBeGreaterThan(4);
    expect(first).toBeLessThan(16);
  });

  it('repeats the order with the same seed, and changes it with another one', async () => {
    expect(await orderOf(3)).toEqual(await orderOf(3));
    expect(await orderOf(3)).not.toEqual(await orderOf(4));
  });

  it('keeps the results of the two sites apart', async () => {
    const pair = await measureInTurn(labOf(1), { what: 'moves', rounds: 2, screens: [] }, async ({ name }) => [name, name]);
    expect(flattenPair(pair)).toEqual({ composed: Array(4).fill('composed'), monolith: Array(4).fill('monolith') });
  });

  it('returns the statistic of the times and its ratio to the monolith', () => {
    const pair = { composed: [100, 120, 140], monolith: [80, 100, 120] };
    expect(timesAgainstMonolith(labOf(1), pair, median, 1.05)).toMatchObject({
      value: 120,
      runs: 3,
      ratio: { value: 1.2, atMost: 1.05, runs: 3 },
    });
    expect(ratioToMonolith(labOf(1), pair, median)).not.toHaveProperty('atMost');
  });
});
