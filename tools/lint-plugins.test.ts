import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';

const root = resolve(__dirname, '..');
const biome = createRequire(join(root, 'package.json')).resolve('@biomejs/biome/bin/biome');

/** The lines of a file that the linter rejects, with the repository's configuration. */
function refusedLines(path: string, text: string): number[] {
  const folder = temporaryFolder('lint');
  for (const name of ['biome.json', 'tools/lint']) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', '--reporter=github', path], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return [...new Set([...`${stdout}${stderr}`.matchAll(/^::error .*?line=(\d+)/gm)].map(([, line]) => Number(line)))].sort((a, b) => a - b);
}

const floatingPromises = `import { sql } from 'kysely';
import { db } from './db';
async function save(): Promise<void> {
  await sql\`select 1\`.execute(db());
}
export async function act(): Promise<void> {
  save();
  sql\`select 1\`.execute(db());
  db().deleteFrom('rate_limits').execute();
  db().selectFrom('guards').executeTakeFirst();
  await save();
  void save();
}
`;

it.each(['api/src/planted.ts', 'delivery/src/planted.ts'])('the linter rejects a promise and a query without await in %s', (path) => {
  expect(refusedLines(path, floatingPromises)).toEqual([7, 8, 9, 10]);
});

const endlessProcesses = `import { execFileSync, execSync, spawnSync } from 'node:child_process';
const timeout = 1_000;
it('ends', () => {
  expect(spawnSync('sleep', ['9'], { timeout: 1_000 }).status).toBeNull();
  expect(spawnSync('sleep', ['9'], { encoding: 'utf8' }).status).toBe(0);
  expect(execFileSync('sleep', ['9'])).toBe('');
  expect(execSync('sleep 9')).toBe('');
  expect(execSync('sleep 9', { timeout })).toBe('');
});
`;

it.each(['api/src/planted.test.ts', 'tools/planted.test.mjs'])(
  'the linter rejects a synchronous process without a timeout in %s',
  (path) => {
    expect(refusedLines(path, endlessProcesses)).toEqual([5, 6, 7]);
  },
);
