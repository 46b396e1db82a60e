import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { requireNoTransaction } from '../database/db';
import { takeTurns } from '../work/turns';

// OWASP's second choice: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing fills a core for as long as it takes: one core is left to the calls that hash nothing. */
const inTurn = takeTurns(Math.max(1, availableParallelism() - 1));

/** A hash of nothing that anyone knows: compared with when the account does not exist, so that both answers take as long. */
const decoy = hash('no such account', options);

export const hashPassword = async (password: string): Promise<string> => {
  requireNoTransaction('Hashing');
  return inTurn(() => hash(password, options));
};

/** Whether the password is right; false for an account that does not exist, in the same time. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  requireNoTransaction('Comparing a password');
  const compared = stored ?? (await decoy);
  return (await inTurn(() => verify(compared, password))) && stored !== undefined;
}
