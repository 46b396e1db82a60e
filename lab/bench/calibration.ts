/** Settings that make this machine as slow as the phone. */
export interface Calibration {
  /** CPU slowdown factor, 1 for none. */
  rate: number;
  /** Benchmark index without slowdown. */
  idle: number;
  /** Benchmark index with that factor. */
  index: number;
  /** Factor for measured times; 1 if the machine runs like the phone. */
  scale: number;
}

/** Accepted deviation of the index from the target, at calibration and at a later check. */
const NEAR = 0.05;
const STILL_NEAR = 0.1;
const TRIES = 6;

const distance = (index: number, target: number) => Math.abs(index / target - 1);
const scaleAt = (index: number, target: number, near: number) => (distance(index, target) <= near ? 1 : index / target);

/**
 * Finds the slowdown factor at which this machine has the index `target`. The index is not proportional to the factor, so it is measured again at
 * each try. If the machine is slower than `target`, or its index varies, the remaining difference becomes `scale`.
 */
export async function calibrate(indexAt: (rate: number) => Promise<number>, target: number): Promise<Calibration> {
  const idle = await indexAt(1);
  if (idle <= target) return { rate: 1, idle, index: idle, scale: scaleAt(idle, target, NEAR) };
  let best = { rate: 1, index: idle };
  let rate = idle / target;
  for (let turn = 0; turn < TRIES && distance(best.index, target) > NEAR; turn++) {
    const index = await indexAt(rate);
    if (distance(index, target) < distance(best.index, target)) best = { rate, index };
    rate = Math.max(1, (rate * index) / target);
  }
  return { ...best, idle, scale: scaleAt(best.index, target, NEAR) };
}

/** Returns the known calibration if it still holds, otherwise a new one. */
export async function recalibrate(indexAt: (rate: number) => Promise<number>, target: number, known: Calibration): Promise<Calibration> {
  const index = await indexAt(known.rate);
  if (distance(index, target) > STILL_NEAR) return calibrate(indexAt, target);
  return { ...known, index, scale: 1 };
}
