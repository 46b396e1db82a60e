import { calibrate, recalibrate } from './calibration';

const PHONE = 440;

/** A machine whose index does not fall quite as fast as its rate grows. */
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

describe('the calibrated phone', () => {
  it.each([2200, 1500, 900, 8000])('a machine of index %d is slowed down until it has the index of the phone', async (idle) => {
    const { indexAt } = machine(idle);
    const found = await calibrate(indexAt, PHONE);
    expect(found.idle).toBe(idle);
    expect(Math.abs((await indexAt(found.rate)) / PHONE - 1)).toBeLessThanOrEqual(0.05);
    expect(found.scale).toBe(1);
  });

  it('a machine that is slower than the phone is not slowed, and its times are scaled by the ratio of the indexes', async () => {
    const { indexAt, asked } = machine(220);
    expect(await calibrate(indexAt, PHONE)).toEqual({ rate: 1, idle: 220, index: 220, scale: 0.5 });
    expect(asked).toEqual([1]);
  });

  it('a machine that cannot be brought near is scaled by what remains', async () => {
    const coarse = async (rate: number) => (rate < 2 ? 1000 : 330);
    const found = await calibrate(coarse, PHONE);
    expect(found.index).toBe(330);
    expect(found.scale).toBeCloseTo(0.75);
  });

  it('a machine that still runs like the phone keeps its rate, asked once', async () => {
    const { indexAt, asked } = machine(2200);
    const known = await calibrate(indexAt, PHONE);
    asked.length = 0;
    expect(await recalibrate(indexAt, PHONE, known)).toMatchObject({ rate: known.rate, scale: 1 });
    expect(asked).toEqual([known.rate]);
  });

  it('a machine that became slower meanwhile gets another rate', async () => {
    const known = await calibrate(machine(2200).indexAt, PHONE);
    const { indexAt } = machine(1300);
    const found = await recalibrate(indexAt, PHONE, known);
    expect(found.rate).toBeLessThan(known.rate);
    expect(Math.abs((await indexAt(found.rate)) / PHONE - 1)).toBeLessThanOrEqual(0.05);
  });

  it('a machine that was slower than the phone and is not any more is slowed, and the other way round', async () => {
    const slow = await calibrate(machine(220).indexAt, PHONE);
    expect((await recalibrate(machine(2200).indexAt, PHONE, slow)).rate).toBeGreaterThan(2);
    const fast = await calibrate(machine(2200).indexAt, PHONE);
    expect(await recalibrate(machine(220).indexAt, PHONE, fast)).toMatchObject({ rate: 1, scale: 0.5 });
  });
});
