import { statSync } from 'node:fs';
import { dirname } from 'node:path';

const OTHERS_MAY_PASS = 0o001;
const OWNER_MAY_PASS = 0o100;

/** Whether a user outside our groups can traverse the path to a folder. */
export function canTraverse(uid: number, folder: string): boolean {
  try {
    const { mode, uid: owner } = statSync(folder);
    const passes = (mode & (owner === uid ? OWNER_MAY_PASS : OTHERS_MAY_PASS)) !== 0;
    return passes && (dirname(folder) === folder || canTraverse(uid, dirname(folder)));
  } catch {
    // A missing folder will be created by this process under its parent.
    return dirname(folder) !== folder && canTraverse(uid, dirname(folder));
  }
}
