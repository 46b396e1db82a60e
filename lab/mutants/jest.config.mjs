import { join } from 'node:path';
import base from '../../jest.config.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const wanted = process.env.MUTANTS_PROJECT;
// No global setup: the run has started the database, and each mutant's tests only copy its template.
const { displayName, globalSetup, globalTeardown, ...project } = base.projects.find((one) => one.displayName === wanted);

/** One project of the suite with a domain's tests only, from MUTANTS_PROJECT and MUTANTS_TESTS. */
export default {
  ...project,
  // A mutant can prevent a promise that many tests wait for, so the limit is short. If it is too short, the initial run without mutants fails.
  testTimeout: wanted === 'web' ? 10_000 : base.testTimeout,
  testEnvironment: join(here, wanted === 'web' ? 'web-environment.mjs' : 'node-environment.mjs'),
  // Includes the contracts' tests, which the suite runs in another project.
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: JSON.parse(process.env.MUTANTS_TESTS).map((path) => join(root, path)),
  ...(wanted === 'web' && { setupFilesAfterEnv: [...project.setupFilesAfterEnv, join(here, 'shorter-waits.mjs')] }),
};
