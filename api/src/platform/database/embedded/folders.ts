import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canTraverse } from './folder-access';

/** A UNIX socket's path holds about 107 bytes. */
const SOCKET_PATH_MAX = 100;
/** PostgreSQL refuses root: nobody's id serves. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** The ids to spawn the server's programs with; none where we are an ordinary user ourselves. */
export const spawnUser = (): { uid?: number; gid?: number } => (process.getuid?.() === 0 ? NOBODY : {});
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, NOBODY.uid, NOBODY.gid);
}

/** Others may walk through the portal's own data folder; what lies in it is closed to them, each file by itself. */
const allowTraversal = (folder: string) => chmodSync(folder, statSync(folder).mode | 0o001);

const outOfReachFolder = (wanted: string) => `/var/lib/guard-portal-${short(wanted)}/pg`;

/** Returns the data folder that `prepareDataFolder` chose in the past, null when there is none. */
export function findDataFolder(wanted: string): string | null {
  return [wanted, outOfReachFolder(wanted)].find((folder) => existsSync(join(folder, 'PG_VERSION'))) ?? null;
}

/** As root the server runs as nobody, who may not reach a checkout under a closed home: then the data live in /var/lib. */
export function prepareDataFolder(wanted: string, notes: string[]): string {
  try {
    mkdirSync(dirname(wanted), { recursive: true });
    if (process.getuid?.() === 0) allowTraversal(dirname(wanted));
    if (process.getuid?.() !== 0 || canTraverse(NOBODY.uid, dirname(wanted))) {
      createPrivateFolder(wanted);
      return wanted;
    }
    const elsewhere = outOfReachFolder(wanted);
    mkdirSync(dirname(elsewhere), { recursive: true, mode: 0o755 });
    createPrivateFolder(elsewhere);
    notes.push(`The database runs as an unprivileged user who cannot reach ${wanted}: its data are in ${elsewhere}.`);
    return elsewhere;
  } catch {
    throw new Error(`The folder ${dirname(wanted)} is not writable: the database lives there. Make it writable, or set PORTAL_DATA.`);
  }
}

/** The data folder itself, unless its path is too long for a socket. */
export function chooseSocketFolder(dataFolder: string): string {
  if (join(dataFolder, '.s.PGSQL.5432').length <= SOCKET_PATH_MAX) return dataFolder;
  const folder = join(tmpdir(), `pg-${short(dataFolder)}`);
  createPrivateFolder(folder);
  return folder;
}
