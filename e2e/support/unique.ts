import { randomBytes, randomInt } from 'node:crypto';

/** Random, because another worker may create data in the same millisecond. */
export const randomMark = (): string => randomBytes(4).toString('hex');

export const freshMobile = (): string => `6${String(randomInt(1_000_000_000)).padStart(9, '0')}`;
