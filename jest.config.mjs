import { existsSync } from 'node:fs';

const root = import.meta.dirname;
const present = (...files) => files.filter((file) => existsSync(`${root}/${file}`)).map((file) => `<rootDir>/${file}`);

const ignored = ['/node_modules/'];

// Packages that publish ES modules only. Jest runs CommonJS, so swc compiles them. A package with both formats loads faster without swc.
const esmOnly = ['@noble/ed25519', 'jose'];

/** Shared packages whose tests need no page. */
export const withoutPage = ['contracts', 'object-storage', 'settings', 'tracing', 'webpack'];

const base = {
  rootDir: root,
  // Not the default, a temporary folder: the cache must survive a run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  transform: {
    '^.+\\.[cm]?[tj]sx?$': [
      '@swc/jest',
      {
        jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')})/)`],
  moduleFileExtensions: ['tsx', 'ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '\\.(css|svg|png|webp)$': 'identity-obj-proxy' },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.data/'],
  // Constants that the build defines.
  globals: { __MODULE__: 'test', __VERSION__: '0.0.0-test' },
};

const web = {
  ...base,
  displayName: 'web',
  testEnvironment: '<rootDir>/tools/test/jest/page-environment.mjs',
  testMatch: ['<rootDir>/{shell,mf-*,shared}/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: [...ignored, ...withoutPage.map((name) => `<rootDir>/shared/${name}/`)],
  setupFiles: present('shared/testing/src/jsdom-gaps.cjs'),
  setupFilesAfterEnv: present('shared/testing/src/setup.ts'),
};

const node = { ...base, testEnvironment: '<rootDir>/tools/test/jest/node-environment.mjs', testPathIgnorePatterns: ignored };
const [globalSetup] = present('api/test/global-setup.ts');
const [globalTeardown] = present('api/test/global-teardown.ts');

export default {
  // One more than the two cores of a small machine, because tests of the API wait for their database.
  maxWorkers: 3,
  testSequencer: '<rootDir>/tools/test/jest/sequencer.mjs',
  // A busy machine starts a server and hashes passwords more slowly than the default 5 s allow.
  testTimeout: 30_000,
  reporters: ['default', '<rootDir>/tools/test/jest/trace-reporter.mjs'],
  projects: [
    web,
    {
      ...node,
      displayName: 'node',
      testMatch: [`<rootDir>/{delivery,e2e,tools,shared/{${withoutPage}}}/**/*.test.{ts,mjs}`, '<rootDir>/lab/**/*.gate.test.{ts,mjs}'],
    },
    {
      ...node,
      displayName: 'api',
      testMatch: ['<rootDir>/api/**/*.test.ts'],
      setupFiles: present('api/test/fast-argon2.ts'),
      ...(globalSetup && { globalSetup }),
      ...(globalTeardown && { globalTeardown }),
    },
  ],
};
