import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readOrMakeSecret } from './kept-secret';

/** File in which `npm run staff` finds the token of the local portal. */
export const staffTokenFile = (dataFolder: string): string => join(dataFolder, 'staff-token');

const keptStaffToken = (dataFolder: string): string =>
  readOrMakeSecret(
    staffTokenFile(dataFolder),
    () => randomBytes(32).toString('base64url'),
    `The folder ${dataFolder} is not writable. Make it writable, or set PORTAL_DATA.`,
  );

/** The staff credential of tests and demonstrations: the given one, or one stored in a file. Null in production. */
export function devStaffToken(given: string | undefined, mode: 'production' | 'demo' | 'test', dataFolder: string): string | null {
  if (mode !== 'production') return given ?? keptStaffToken(dataFolder);
  if (given)
    throw new Error('STAFF_TOKEN is not for production: there each person has a key of their own, see npm run staff -- create-key.');
  return null;
}
