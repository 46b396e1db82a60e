import { createHash } from 'node:crypto';
import { readTree } from '../lint/source-files.mjs';

export const PROOFS = 'docs/ledger/proofs.json';
/** Written after a run. */
const results = [PROOFS, 'docs/ledger/shown.json'];

/** Hash of all files that a run may have tested, without documents: the same for the same sources in any commit or folder. */
export function treeOf(root) {
  const hash = createHash('sha256');
  const files = readTree(root).filter(({ path }) => !path.endsWith('.md') && !results.includes(path));
  for (const { path, text } of files.sort((a, b) => (a.path < b.path ? -1 : 1))) hash.update(`${path}\0${text}\0`);
  return hash.digest('hex');
}
