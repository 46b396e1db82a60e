/**
 * The cheap phone that every time is meant on: what a typical desk machine (BenchmarkIndex 1500 to 2000) slowed down 4 times comes to,
 * which is what the issues' "CPU x4" stands for. See docs/decisions/26-tests-and-measurements.md.
 */
export const target = { name: 'Moto G4', index: 440 } as const;

/** How this machine is made to run like the phone. */
export interface Calibration {
  /** What the processor is slowed down by, 1 for not at all. */
  rate: number;
  /** The machine's index when it is not slowed. */
  idle: number;
  /** The index that it has with that rate. */
  index: number;
  /** What times are to be multiplied by: 1 where the machine runs like the phone. */
  scale: number;
}

/** What is near enough to be the phone, when it is set and when it is looked at again. */
const NEAR = 0.05;
const STILL_NEAR = 0.1;
const TRIES = 6;

const distance = (index: number, target: number) => Math.abs(index / target - 1);
const scaleAt = (index: number, target: number, near: number) => (distance(index, target) <= near ? 1 : index / target);

/**
 * Finds what this machine must be slowed down by to have the index `target`. The index does not fall as the rate grows, so it is
 * measured again at each try. Where the machine is slower than `target`, or does not hold still, times are to be scaled by the rest.
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

/** The known calibration while the machine still runs like it, else a new one. */
export async function recalibrate(indexAt: (rate: number) => Promise<number>, target: number, known: Calibration): Promise<Calibration> {
  const index = await indexAt(known.rate);
  if (distance(index, target) > STILL_NEAR) return calibrate(indexAt, target);
  return { ...known, index, scale: 1 };
}
