// The configuration of `npm test`, after `writeSuites`.
import { resolve } from 'node:path';
import base from '../../../jest.config.mjs';
import { ignoredFiles, SUITES } from './suites.mjs';

const rootDir = resolve(import.meta.dirname, '../../..');
const ignored = ignoredFiles(rootDir).map((path) => `<rootDir>/${path}$`);

export default {
  ...base,
  rootDir,
  projects: base.projects.map((project) => ({
    ...project,
    testMatch: [...project.testMatch, `<rootDir>/${SUITES}/${project.displayName}-*.test.js`],
    testPathIgnorePatterns: [...project.testPathIgnorePatterns, ...ignored],
  })),
};
