import { type Entry, measure } from './entry';
import { exactEstimate } from './estimate';
import type { Lab, PhoneLab } from './lab';
import { phones } from './phones';
import { shortOf, tableOf } from './table';

/** A lab on a machine with `scale` times the phone's speed. */
function labAt(scale: number, after = 430): Lab {
  const phone = { rate: scale === 1 ? 5 : 1, idle: 2200 * scale, index: 440 * scale, scale, model: phones['moto-g4'] };
  return { seed: 42, onPhone: async () => ({ phone }) as unknown as PhoneLab, indexNow: async () => after } as unknown as Lab;
}

const time: Entry = {
  id: 'soft-nav',
  what: 'A click',
  on: 'phone',
  unit: 'ms',
  atMost: 100,
  measure: async () => ({
    ...{ value: 150, interval: [120, 180], runs: 7, detail: 'moves' },
    ratio: { value: 1.04, interval: [0.9, 1.2], runs: 7, atMost: 1.05, detail: 'the monolith takes 144 ms' },
  }),
};

describe('an entry of the bench', () => {
  it('writes value, interval, runs, the counted ratio, the phone settings and the seed for --json', async () => {
    const { result } = await measure(time, labAt(1));
    expect(result).toEqual({
      id: 'soft-nav',
      what: 'A click',
      unit: 'ms',
      value: 150,
      interval: [120, 180],
      intervalIs: '95 % by bootstrap, 1,000 resamples',
      runs: 7,
      target: '<= 100',
      met: false,
      command: 'npm run bench -- --only soft-nav',
      ratio: { value: 1.04, interval: [0.9, 1.2], runs: 7, target: '<= 1.05' },
      ran: { phone: 'Moto G4', index: 440, rate: 5, idle: 2200, before: 440, after: 430, scale: 1, isSteady: true },
      seed: 42,
    });
  });

  it('scales times of a machine slower than the phone and reports that; the ratio is not scaled', async () => {
    const { result, detail } = await measure(time, labAt(0.5));
    expect(result).toMatchObject({ value: 75, interval: [60, 90], met: true, ratio: { value: 1.04 } });
    expect(detail).toContain('this machine does not run like the phone: the value is 150 ms x 0.5');
  });

  it('reports that the machine did other work during the run, with its index before and after', async () => {
    const { detail } = await measure(time, labAt(1, 200));
    expect(detail).toContain('index 440 before and 200 after; the machine did other work meanwhile');
    expect((await measure(time, labAt(1))).detail).not.toContain('meanwhile');
  });

  it('does not scale a value that is no time', async () => {
    const entry: Entry = {
      id: 'lcp',
      what: '',
      on: 'phone',
      unit: '',
      atMost: 1.05,
      measure: async () => ({ ...exactEstimate(1.2), detail: '' }),
    };
    expect((await measure(entry, labAt(0.5))).result).toMatchObject({ value: 1.2, met: false });
  });

  it('does not meet its target if the ratio is too high, however fast the page is', async () => {
    const slow: Entry = {
      ...time,
      measure: async () => ({ ...exactEstimate(20), detail: '', ratio: { ...exactEstimate(1.2), atMost: 1.05, detail: '' } }),
    };
    expect((await measure(slow, labAt(1))).result).toMatchObject({ value: 20, met: false });
  });

  it('gives the reason why a time has no monolith', async () => {
    const entry: Entry = {
      ...time,
      measure: async () => ({ ...exactEstimate(20), detail: 'cards', ratio: { none: 'it has no remotes' } }),
    };
    const { result, detail } = await measure(entry, labAt(1));
    expect(result.met).toBe(true);
    expect(result).not.toHaveProperty('ratio');
    expect(detail).toContain('without monolith: it has no remotes');
  });

  it('reports a failure as a result that is not met, with its message', async () => {
    const entry: Entry = { ...time, measure: () => Promise.reject(new Error('the page never painted')) };
    const { result, detail } = await measure(entry, labAt(1));
    expect(result).toMatchObject({ value: null, met: false, runs: 0, interval: null });
    expect(detail).toBe('the page never painted');
  });

  it('the table shows interval, runs and the ratio to the monolith', async () => {
    const [, , row] = tableOf([await measure(time, labAt(1))]).split('\n');
    expect(row).toMatch(/^soft-nav +150 ms +120 to 180 +7 +<= 100 +1\.04 <= 1\.05 +NO +A click$/);
  });

  it('prints each figure when it is measured, a failure with its message', async () => {
    expect(shortOf(await measure(time, labAt(1)))).toBe('soft-nav: 150 ms (<= 100), of monolith 1.04 <= 1.05, NOT MET');
    const broken: Entry = { ...time, measure: () => Promise.reject(new Error('the page never painted')) };
    expect(shortOf(await measure(broken, labAt(1)))).toBe('soft-nav: failed: the page never painted, NOT MET');
  });
});
