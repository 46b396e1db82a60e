import { join } from 'node:path';
import base from '../../jest.config.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const wanted = process.env.MUTANTS_PROJECT;
// The database stands for the whole run already: each mutant's tests only copy its template.
const { displayName, globalSetup, globalTeardown, ...project } = base.projects.find((one) => one.displayName === wanted);

/** One project of the suite with a domain's tests alone, as MUTANTS_PROJECT and MUTANTS_TESTS name them. */
export default {
  ...project,
  // A promise that a mutant never keeps is waited for by many tests: the first run of all fails where this does not do.
  testTimeout: wanted === 'web' ? 10_000 : base.testTimeout,
  testEnvironment: join(here, wanted === 'web' ? 'web-environment.mjs' : 'node-environment.mjs'),
  // The contracts' tests, too, which the suite runs in another project.
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: JSON.parse(process.env.MUTANTS_TESTS).map((path) => join(root, path)),
  ...(wanted === 'web' && { setupFilesAfterEnv: [...project.setupFilesAfterEnv, join(here, 'shorter-waits.mjs')] }),
};
