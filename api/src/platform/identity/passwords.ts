import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { freeText } from '@portal/contracts/_kernel/normalise';
import { createSemaphore } from '../concurrency';
import { requireNoTransaction } from '../database/db';

// OWASP's second recommendation: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a core, so one core is left for other calls. */
const limitHashing = createSemaphore(Math.max(1, availableParallelism() - 1));

/** Compared with if the account does not exist, so that both replies take the same time. */
const dummyHash = hash('no such account', options);

export const hashPassword = async (password: string): Promise<string> => {
  requireNoTransaction('Hashing');
  return limitHashing(() => hash(freeText(password), options));
};

/**
 * Compares a password. @returns null for a wrong password and for a missing account, in the same time. `as typed`: it matches only without
 * normalisation, so an earlier release stored the hash, which has to be replaced.
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
