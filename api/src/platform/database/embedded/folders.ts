import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canTraverse } from './folder-access';

/** The path of a UNIX socket may have about 107 bytes. */
const SOCKET_PATH_MAX = 100;
/** PostgreSQL refuses to run as root, so it runs as `nobody`. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** User and group id for the server's programs; none if this process is not root. */
export const spawnUser = (): { uid?: number; gid?: number } => (process.getuid?.() === 0 ? NOBODY : {});
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(folder, NOBODY.uid, NOBODY.gid);
}

/** Lets other users traverse the portal's data folder; each file in it has its own permissions. */
const allowTraversal = (folder: string) => chmodSync(folder, statSync(folder).mode | 0o001);

const outOfReachFolder = (wanted: string) => `/var/lib/guard-portal-${short(wanted)}/pg`;

/** The data folder that an earlier `prepareDataFolder` chose, or null. */
export function findDataFolder(wanted: string): string | null {
  return [wanted, outOfReachFolder(wanted)].find((folder) => existsSync(join(folder, 'PG_VERSION'))) ?? null;
}

/** If this process is root, the server runs as `nobody`, who may not reach a folder under a private home: then the data folder is in /var/lib. */
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
    throw new Error(`The folder ${dirname(wanted)} is not writable: the database is stored there. Make it writable, or set PORTAL_DATA.`);
  }
}

/** The data folder itself, unless its path is too long for a socket. */
export function chooseSocketFolder(dataFolder: string): string {
  if (join(dataFolder, '.s.PGSQL.5432').length <= SOCKET_PATH_MAX) return dataFolder;
  const folder = join(tmpdir(), `pg-${short(dataFolder)}`);
  createPrivateFolder(folder);
  return folder;
}
