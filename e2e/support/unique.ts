import { randomBytes, randomInt } from 'node:crypto';

/** Told apart from what another worker makes in the same millisecond. */
export const mark = (): string => randomBytes(4).toString('hex');

/** A mobile number of nobody else's. */
export const freshMobile = (): string => `6${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
