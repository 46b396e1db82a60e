import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, so that the duration does not reveal where the texts differ. */
export const equalsConstantTime = (given: string, expected: string): boolean => timingSafeEqual(sha256(given), sha256(expected));

/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');
