import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { ownerOf } from './owner';

function repository(lines: readonly string[]): string {
  const root = temporaryFolder('owners');
  mkdirSync(join(root, '.github'));
  writeFileSync(join(root, '.github/CODEOWNERS'), lines.join('\n'));
  return root;
}

it('[INSPECT-03] names the squad of the module’s line, and of all files for a module without a line', () => {
  const root = repository(['# owners', '', '* @portal/platform', '/mf-jobs/ @portal/jobs', '**/jobs/ @portal/other']);
  expect(['mf-jobs', 'shell'].map((name) => ownerOf(root, join(root, name)))).toEqual(['portal/jobs', 'portal/platform']);
});

it('names no squad without the file, or without a fitting line', () => {
  const root = repository(['/mf-jobs/ @portal/jobs']);
  expect([ownerOf(temporaryFolder('owners'), 'mf-jobs'), ownerOf(root, join(root, 'shell'))]).toEqual([null, null]);
});
