import { hash, verify } from '@node-rs/argon2';
import { normaliseFreeText } from '@portal/contracts/_kernel/normalise';
import { currentServices } from '../context';
import { requireNoTransaction } from '../database/db';

// OWASP's second recommendation: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a core, so it is limited. */
const limitHashing = <T>(act: () => Promise<T>): Promise<T> => currentServices().limits.hashing(act);

/** The hash that a password is compared with if the account does not exist, so that both replies take the same time. */
const dummyHash = hash('no such account', options);

export const hashPassword = async (password: string): Promise<string> => {
  requireNoTransaction('Hashing');
  return limitHashing(() => hash(normaliseFreeText(password), options));
};

/** Whether a password matches a stored hash. False also for a missing account, after the same time. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  requireNoTransaction('Comparing a password');
  const compared = stored ?? (await dummyHash);
  const isRight = await limitHashing(() => verify(compared, normaliseFreeText(password)));
  return isRight && stored !== undefined;
}
