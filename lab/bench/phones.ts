/** A phone that the bench imitates. */
export interface PhoneModel {
  name: string;
  /** Lighthouse's BenchmarkIndex in its browser. */
  index: number;
  network: { name: string; latencyMs: number; downBits: number; upBits: number };
}

/** The phones by their name in `--phone`. Goals refer to the first. */
export const phones = {
  /** A typical desktop (index 1500 to 2000) slowed down 4 times, the "CPU x4" of the requirement. See docs/decisions/26-tests-and-measurements.md. */
  'moto-g4': { name: 'Moto G4', index: 440, network: { name: 'slow 4G', latencyMs: 150, downBits: 1_600_000, upBits: 750_000 } },
  /**
   * A current cheap phone. Chromium's DevTools calibrate a Pixel 5 as 1000 (`CalibrationController.ts`); in Geekbench 5 one core of a Pixel 5 has 595
   * points and one of a Galaxy A24 has 560.
   */
  'galaxy-a24': {
    name: 'Galaxy A24',
    index: 940,
    network: { name: '4G at 9 Mbit/s', latencyMs: 100, downBits: 9_000_000, upBits: 3_000_000 },
  },
} as const satisfies Record<string, PhoneModel>;

export type PhoneName = keyof typeof phones;
export const STANDARD: PhoneName = 'moto-g4';
export const isPhoneName = (name: string): name is PhoneName => Object.hasOwn(phones, name);
