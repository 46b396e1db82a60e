// The steps of `npm test -- --changed`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bin, runSteps } from './run-steps.mjs';
import { select } from './select/select.mjs';
import { changedSince, readTests } from './select/tree.mjs';

const jest = bin('jest/bin/jest.js');

/** The tests of these files and of all files that import them, without the API's tests. */
function relatedTests(root, files) {
  if (files.length === 0) return [];
  const args = [jest, '--listTests', '--selectProjects', 'web', 'node', '--findRelatedTests', ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith(root))
    .map((path) => relative(root, path));
}

/**
 * Runs the part of `npm test` that the changes since the branch left `since` can break, or only lists its tests. Resolves with the exit code.
 */
export async function testChanges(root, { since, list }) {
  const changed = changedSince(root, since);
  const there = changed.filter((path) => existsSync(join(root, path)));
  const { specs, apiTests, domains, related } = select(changed, readTests(root));
  // The fuzzer rejects unknown names, such as a deleted domain, or one without an API so far.
  const served = domains.filter((name) => existsSync(join(root, 'api/src/domains', name)));
  const units = [
    ...relatedTests(
      root,
      related.filter((path) => existsSync(join(root, path))),
    ),
    ...apiTests,
  ];
  process.stdout.write(`${changed.length} files differ from ${since}: ${units.length} test files, ${specs.length} journeys\n`);
  if (list) {
    process.stdout.write([...units, ...specs].map((path) => `  ${path}\n`).join(''));
    return 0;
  }
  const steps = [
    there.length > 0 && {
      name: 'lint',
      args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...there],
    },
    { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit'], parallel: { name: 'fences', args: ['tools/lint/architecture.mjs'] } },
    // A run of some tests cannot show that an id was lost or misspelt, so the titles are read from the sources.
    { name: 'trace', args: ['tools/requirements/coverage.mjs', '--sources'] },
    units.length > 0 && {
      name: 'jest',
      args: [jest, '--runTestsByPath', ...units],
      ...(specs.length > 0 && { parallel: { name: 'build', args: ['tools/build.mjs'] } }),
    },
    served.length > 0 && {
      name: 'bad input',
      args: ['--import', 'tsx', 'api/test/fuzz/cli.ts', '--runs', '1', '--values', '3', '--only', served.join()],
    },
    specs.length > 0 && { name: 'journeys', args: ['tools/e2e.mjs', ...specs] },
  ].filter(Boolean);
  return (await runSteps(root, steps)) === 0 ? 0 : 1;
}
