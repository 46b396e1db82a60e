import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { compareTypes } from './typeComparison';
import { inFolder, runCompiler } from './types';

/** A repository with a compiler that runs `script`. */
function newRoot(script: string): string {
  const root = temporaryFolder('types');
  const compiler = join(root, 'node_modules/typescript');
  mkdirSync(join(compiler, 'bin'), { recursive: true });
  writeFileSync(join(compiler, 'package.json'), '{}');
  writeFileSync(join(compiler, 'bin/tsc'), script);
  return root;
}
const types = JSON.stringify({ 'mf-kit/remote.d.ts': 'export type RemoteLifecycles = object;' });
const compare = (root: string, given: string) =>
  compareTypes(root, { own: types, shells: [{ version: '1.1.0', types: given, isReplaced: false }] });

it.each(['mf-kit/../../../../../../lost.d.ts', '/lost.d.ts', 'other/lost.d.ts', 'mf-kit/lost.ts'])(
  '[TYPES-05] refuses types with a declaration called %s',
  async (file) => {
    const root = newRoot('');
    await expect(compare(root, JSON.stringify({ [file]: '' }))).rejects.toThrow(`no declaration may be called "${file}"`);
    expect(readdirSync(root)).toEqual(['node_modules']);
  },
);

it('[TYPES-05] refuses types with a declaration that is no text', async () => {
  await expect(compare(newRoot(''), '{"mf-kit/remote.d.ts":1}')).rejects.toThrow('mf-kit/remote.d.ts is no text');
});

it('[TYPES-05] removes the folder of a comparison that was interrupted more than an hour ago', async () => {
  const root = temporaryFolder('types');
  const folders = join(root, 'node_modules/.cache/portal-types');
  for (const minutes of [59, 61]) {
    const folder = join(folders, `${minutes}`);
    mkdirSync(folder, { recursive: true });
    const at = Date.now() / 1000 - minutes * 60;
    utimesSync(folder, at, at);
  }
  await inFolder(root, async () => undefined);
  expect(readdirSync(folders)).toEqual(['59']);
});

it('[TYPES-05] keeps the folder of a running comparison whose process has another clock', async () => {
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000 * 86_400_000);
  const found = await inFolder(temporaryFolder('types'), async (folder) => existsSync(folder));
  clock.mockRestore();
  expect(found).toBe(true);
});

it('[TYPES-06] fails if the compiler states an error without a file', async () => {
  const root = newRoot("process.stdout.write('error TS18003: No inputs were found.\\n'); process.exitCode = 1;");
  await expect(compare(root, types)).rejects.toThrow('the compiler failed: error TS18003: No inputs were found.');
});

it('[TYPES-06] ends a compiler that needs too long, and does not trust its first messages', async () => {
  const root = newRoot("process.stdout.write('a.ts(1,1): error TS1: a\\n'); process.stdin.resume();");
  await expect(runCompiler(root, 'tsconfig.json', 500)).rejects.toThrow('the compiler did not end within 0.5 s');
});
