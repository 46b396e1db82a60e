import { calibrate, recalibrate } from './calibration';

const PHONE = 440;

/** A simulated machine: its index falls slightly slower than its slowdown grows. */
function machine(idle: number, bend = 0.9) {
  const asked: number[] = [];
  return {
    asked,
    indexAt: async (rate: number) => {
      asked.push(rate);
      return idle / rate ** bend;
    },
  };
}

describe('calibrate()', () => {
  it.each([2200, 1500, 900, 8000])('slows a machine of index %d down to the index of the phone', async (idle) => {
    const { indexAt } = machine(idle);
    const found = await calibrate(indexAt, PHONE);
    expect(found.idle).toBe(idle);
    expect(Math.abs((await indexAt(found.rate)) / PHONE - 1)).toBeLessThanOrEqual(0.05);
    expect(found.scale).toBe(1);
  });

  it('does not slow down a machine slower than the phone, and scales its times by the ratio of the indexes', async () => {
    const { indexAt, asked } = machine(220);
    expect(await calibrate(indexAt, PHONE)).toEqual({ rate: 1, idle: 220, index: 220, scale: 0.5 });
    expect(asked).toEqual([1]);
  });

  it('scales the times by the remaining difference if no slowdown comes near the phone', async () => {
    const coarse = async (rate: number) => (rate < 2 ? 1000 : 330);
    const found = await calibrate(coarse, PHONE);
    expect(found.index).toBe(330);
    expect(found.scale).toBeCloseTo(0.75);
  });

  it('recalibrate() keeps the slowdown of a machine that still runs like the phone, after one measurement', async () => {
    const { indexAt, asked } = machine(2200);
    const known = await calibrate(indexAt, PHONE);
    asked.length = 0;
    expect(await recalibrate(indexAt, PHONE, known)).toMatchObject({ rate: known.rate, scale: 1 });
    expect(asked).toEqual([known.rate]);
  });

  it('recalibrate() finds a new slowdown for a machine that became slower', async () => {
    const known = await calibrate(machine(2200).indexAt, PHONE);
    const { indexAt } = machine(1300);
    const found = await recalibrate(indexAt, PHONE, known);
    expect(found.rate).toBeLessThan(known.rate);
    expect(Math.abs((await indexAt(found.rate)) / PHONE - 1)).toBeLessThanOrEqual(0.05);
  });

  it('recalibrate() slows down a machine that became faster than the phone, and scales the times of a slower one', async () => {
    const slow = await calibrate(machine(220).indexAt, PHONE);
    expect((await recalibrate(machine(2200).indexAt, PHONE, slow)).rate).toBeGreaterThan(2);
    const fast = await calibrate(machine(2200).indexAt, PHONE);
    expect(await recalibrate(machine(220).indexAt, PHONE, fast)).toMatchObject({ rate: 1, scale: 0.5 });
  });
});
