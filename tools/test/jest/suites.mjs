import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutPage } from '../../../jest.config.mjs';
import { readTree } from '../../lint/source-files.mjs';

/** The folder of the suites, below the root. */
export const SUITES = 'test-results/suites';
const LIST = `${SUITES}/ignored.json`;

/** Tests that share a page: of remotes and of `shared`. Those of the shell do not, because its modules keep the state of a page. */
const ofPage = new RegExp(String.raw`^(?:mf-[^/]+|shared/(?!(?:${withoutPage.join('|')})/)[^/]+)/.*\.test\.tsx?$`);

/** jsdom decodes no pictures: screens with pictures mock this module, all in this way, and set its replies before each test. */
const PICTURES = "jest.mock('@portal/ui/shrinkImage');\n";

/** Tests with the storage of a device are apart: modules that found no storage once do not look for it again. */
function pageSuiteOf({ path, text }) {
  if (!ofPage.test(path)) return null;
  if (text.includes(PICTURES)) return 'web-pictures';
  return text.includes('@portal/testing/deviceStorage') ? 'web-device' : 'web';
}
const ofPageSuite = { source: 'shared/testing/src/resetPage.ts', before: 'storePage', after: 'resetPage' };

const ofNode = new RegExp(String.raw`^(?:delivery|tools|e2e|shared/(?:${withoutPage.join('|')}))/.*\.test\.(?:ts|mjs)$`);

/**
 * The suites of each project of jest. There are enough parts for workers that end at about the same time. `hooks` names the functions that run before
 * and after each file.
 */
const kinds = [
  {
    name: 'api',
    parts: 6,
    includes: ({ path }) => /^api\/.*\.test\.ts$/.test(path),
    hooks: { source: 'api/test/services.ts', after: 'resetServices' },
  },
  { name: 'node', parts: 4, includes: ({ path }) => ofNode.test(path), hooks: null },
  { name: 'web', parts: 8, includes: (file) => pageSuiteOf(file) === 'web', hooks: ofPageSuite },
  { name: 'web-device', parts: 2, includes: (file) => pageSuiteOf(file) === 'web-device', hooks: ofPageSuite },
  { name: 'web-pictures', parts: 3, includes: (file) => pageSuiteOf(file) === 'web-pictures', hooks: ofPageSuite },
];

/** A test that matches needs its own jest file, because it changes modules, time limits or the page for all tests in its file. */
const needsOwnFile =
  /\bjest\.(?:mock|unmock|doMock|unstable_mockModule|resetModules|isolateModules|isolateModulesAsync|setTimeout)\(|@jest-environment|Needs a separate jest file/;

const prefixOf = (file) => `${file} ›`;

function suiteText(root, files, hooks) {
  const call = (hook, name) => (name ? `  ${hook}(require(${JSON.stringify(join(root, hooks.source))}).${name});\n` : '');
  // Hooks run in the order of their definition, so each hook of the suite is the first to run before a file, and the last after it.
  return files
    .map(
      (file) =>
        `describe(${JSON.stringify(prefixOf(file))}, () => {\n${call('beforeAll', hooks?.before)}  require(${JSON.stringify(join(root, file))});\n${call('afterAll', hooks?.after)}});\n`,
    )
    .join('');
}

/**
 * Combines test files to few jest files, so that modules are loaded once for many tests instead of once per file. Every file of the API still starts its
 * own API. Writes the suites and the list of the files that jest must not run separately.
 * @param longTests files that are in no suite
 * @param leftOut files that do not run at all
 */
export function writeSuites(root, longTests, leftOut) {
  rmSync(join(root, SUITES), { recursive: true, force: true });
  mkdirSync(join(root, SUITES), { recursive: true });
  const files = readTree(root)
    .filter(({ path, text }) => !longTests.includes(path) && !needsOwnFile.test(text.replace(PICTURES, '')))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const inSuites = kinds.flatMap(({ name, parts, includes, hooks }) => {
    const own = files.filter(includes).map(({ path }) => path);
    for (let part = 0; part < parts; part++) {
      // Files of one folder are spread over the suites, because their durations are similar.
      const text = suiteText(
        root,
        own.filter((_, index) => index % parts === part),
        hooks,
      );
      writeFileSync(join(root, SUITES, `${name}-${part + 1}.test.js`), text);
    }
    return own;
  });
  writeFileSync(join(root, LIST), JSON.stringify([...inSuites, ...leftOut]));
}

/** The files that jest must not run separately. */
export const ignoredFiles = (root) => JSON.parse(readFileSync(join(root, LIST), 'utf8'));

/** The file and the title of a test. In a suite, the title begins with the file. */
export function sourceOf(file, title) {
  const [own, ...rest] = title.split(' › ');
  return file.startsWith(SUITES) ? { file: own, title: rest.join(' › ') } : { file, title };
}
