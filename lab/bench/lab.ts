import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import type { Random } from '../../api/seed/random';
import type { Phone } from './browser/phone';
import type { Screen } from './browser/screens';
import type { Site, Visit } from './browser/visit';

export const root = resolve(import.meta.dirname, '../..');

/** Measurements of the composed portal and of the monolith. */
export interface Pair<T> {
  composed: T[];
  monolith: T[];
}

/** The shared tools of all entries, each created at its first use. `close` ends all of them. */
export interface Lab {
  runs: number;
  /** Seed of `random`. */
  seed: number;
  random: Random;
  /** The run's own folder, which may contain a database. */
  folder: string;
  say(line: string): void;
  browser(): Promise<Browser>;
  composed(): Promise<Site>;
  /** Runs `npm run portal -- …` on the composed portal's store. Rejects with the command's error. */
  command(...args: string[]): Promise<string>;
  monolith(): Promise<Site>;
  /** The monolith's next release, with a change in one screen, at its own address. */
  nextMonolith(): Promise<Site>;
  /** Calibrates the machine to the phone, or checks the calibration. */
  onPhone(): Promise<PhoneLab>;
  /** Measures the current benchmark index. */
  indexNow(): Promise<number>;
  /** Registers a callback for the end. Callbacks run in reverse order. */
  atEnd(stop: () => Promise<void>): void;
  close(): Promise<void>;
}

/** The lab of entries that are measured on the simulated phone. */
export interface PhoneLab extends Lab {
  phone: Phone;
  /** First loads of a screen on the phone's network, on the composed portal and on the monolith; measured once per entry. */
  visits(screen: Screen): Promise<Pair<Visit>>;
}
