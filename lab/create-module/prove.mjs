// `npm run lab -- module`: creates a module in a copy of the repository, runs every check on it, and uses it in the portal.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { repositoryCopy } from '../../shared/testing/src/repositoryCopy.mjs';
import { bin, runSteps } from '../../tools/test/run-steps.mjs';

const NAME = 'mf-proof';
const copy = repositoryCopy(resolve(import.meta.dirname, '../..'), 'module');
const create = ['--import', 'tsx', 'tools/create-module/cli.ts', NAME];
const { status } = spawnSync(process.execPath, create, { cwd: copy, stdio: 'inherit' });

/** Tests that read every remote. */
const READERS = ['shell/src/chrome/', 'shell/src/navigation/', 'tools/calls', 'tools/test/select', 'tools/owners', 'delivery/src/cli/main'];
const JOURNEYS = ['journeys/proof', 'a11y/remotes/proof', 'squads/package-runtime', 'faults/first-load'];

const steps = [
  { name: 'lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit'] },
  { name: 'fences', args: ['tools/lint/architecture.mjs'] },
  { name: 'jest', args: [bin('jest/bin/jest.js'), '--selectProjects', 'web', 'node', '--testPathPatterns', NAME, ...READERS] },
  { name: 'lab', args: [bin('jest/bin/jest.js'), '--config', 'lab/jest.config.mjs', 'lab/bench/'] },
  { name: 'journeys', args: ['tools/e2e.mjs', ...JOURNEYS] },
];

process.exitCode = status === 0 && (await runSteps(copy, steps)) === 0 ? 0 : 1;
