import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import type { Random } from '../../api/seed/random';
import type { Phone } from './browser/phone';
import type { Screen } from './browser/screens';
import type { Site, Visit } from './browser/visit';

export const root = resolve(import.meta.dirname, '../..');

/** What the composed portal and its control took, one beside the other. */
export interface Pair<T> {
  composed: T[];
  monolith: T[];
}

/** Everything that entries measure with, made at its first use and shared by them. `close` ends all of it. */
export interface Lab {
  runs: number;
  /** What chance began with, and the chance itself. */
  seed: number;
  random: Random;
  /** A folder of this run's own, which a database may be put into. */
  folder: string;
  say(line: string): void;
  browser(): Promise<Browser>;
  composed(): Promise<Site>;
  /** `npm run portal -- …` on the composed portal's store. Rejects with what it refused. */
  command(...args: string[]): Promise<string>;
  monolith(): Promise<Site>;
  /** The monolith's next release, in which a line of one screen was changed; under an address of its own. */
  nextMonolith(): Promise<Site>;
  /** Makes the machine run like the phone, or looks whether it still does. */
  onPhone(): Promise<PhoneLab>;
  /** The phone's index as the machine has it right now. */
  indexNow(): Promise<number>;
  /** Calls back at the end, the last one first. */
  atEnd(stop: () => Promise<void>): void;
  close(): Promise<void>;
}

/** For entries that are measured on the phone. */
export interface PhoneLab extends Lab {
  phone: Phone;
  /** First loads of a screen on slow 4G, composed and control; measured once for an entry. */
  visits(screen: Screen): Promise<Pair<Visit>>;
}
