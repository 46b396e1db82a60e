// Builds the shell and the remotes for `npm start` and the journeys, one at a time, because other work runs in parallel. Then checks the size of
// each: the journeys publish its next release too, so a module without space for it in its budget fails here.
import { join, resolve } from 'node:path';
import { register } from 'tsx/esm/api';
import { buildModules, modulesIn } from './dev-portal/build-and-publish.mjs';
import { withBuildLock } from './dev-portal/build-lock.mjs';
import { say } from './say.mjs';

const root = resolve(import.meta.dirname, '..');

async function main() {
  await withBuildLock(root, () => buildModules(root, process.env, say, 1), say);
  register();
  const { weighBuilds } = await import('./room.ts');
  const folders = modulesIn(root).map((name) => join(root, name, 'dist'));
  const problems = await weighBuilds(folders, say);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

try {
  await main();
} catch (error) {
  say(`build: ${error.message}`);
  process.exitCode = 1;
}
