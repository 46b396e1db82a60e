import { createHash } from 'node:crypto';
import { isCode, readTree } from '../checks/sources.mjs';

/** Hash of the code that a run has tested: the same for the same sources in any commit or folder. */
export function treeOf(root) {
  const hash = createHash('sha256');
  const files = readTree(root).filter(isCode);
  for (const { path, text } of files.sort((a, b) => (a.path < b.path ? -1 : 1))) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
}
