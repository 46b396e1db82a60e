import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { freeText } from '@portal/contracts/_kernel/normalise';
import { createSemaphore } from '../concurrency';
import { requireNoTransaction } from '../database/db';

// OWASP's second choice: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing fills a core for as long as it takes: one core is left to the calls that hash nothing. */
const limitHashing = createSemaphore(Math.max(1, availableParallelism() - 1));

/** A hash of nothing that anyone knows: compared with when the account does not exist, so that both answers take as long. */
const dummyHash = hash('no such account', options);

export const hashPassword = async (password: string): Promise<string> => {
  requireNoTransaction('Hashing');
  return limitHashing(() => hash(freeText(password), options));
};

/**
 * Whether the password is right; null for a wrong one and for an account that does not exist, in the same time. `as typed`: only before it
 * was normalised, so the stored hash is of a release that did not normalise, and has to be made again.
 */
export async function comparePassword(password: string, stored: string | undefined): Promise<'normalised' | 'as typed' | null> {
  requireNoTransaction('Comparing a password');
  const compared = stored ?? (await dummyHash);
  const isRight = (text: string) => limitHashing(() => verify(compared, text));
  const normalised = freeText(password);
  if (await isRight(normalised)) return stored === undefined ? null : 'normalised';
  if (normalised === password || !(await isRight(password))) return null;
  return stored === undefined ? null : 'as typed';
}

export const verifyPassword = async (password: string, stored: string | undefined): Promise<boolean> =>
  (await comparePassword(password, stored)) !== null;
