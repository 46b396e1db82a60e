import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';

const root = resolve(__dirname, '..');
const biome = createRequire(join(root, 'package.json')).resolve('@biomejs/biome/bin/biome');

/** The lines of a server file that the linter rejects, with the repository's configuration. */
function refusedLines(path: string, text: string): number[] {
  const folder = temporaryFolder('lint');
  for (const name of ['biome.json', 'tools/lint']) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', '--reporter=github', path], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...new Set([...`${stdout}${stderr}`.matchAll(/^::error .*?line=(\d+)/gm)].map(([, line]) => Number(line)))].sort((a, b) => a - b);
}

const planted = `import { sql } from 'kysely';
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
  expect(refusedLines(path, planted)).toEqual([7, 8, 9, 10]);
});
