import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where `npm run staff` finds the token of the portal beside it. */
export const staffTokenFile = (dataFolder: string): string => join(dataFolder, 'staff-token');

function keptStaffToken(dataFolder: string): string {
  const file = staffTokenFile(dataFolder);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const token = randomBytes(32).toString('base64url');
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
  } catch {
    throw new Error(`The folder ${dataFolder} is not writable. Make it writable, or set PORTAL_DATA.`);
  }
  return token;
}

/** What tests and demonstrations act as staff with: the given one, or one that is kept. Production has none. */
export function sharedToken(given: string | undefined, mode: 'production' | 'demo' | 'test', dataFolder: string): string | null {
  if (mode !== 'production') return given ?? keptStaffToken(dataFolder);
  if (given)
    throw new Error('STAFF_TOKEN is not for production: there each person has a key of their own, see npm run staff -- create-key.');
  return null;
}
