import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../../shared/testing/src/temporaryFolder.mjs';
import { ignoredFiles, SUITES, sourceOf, writeSuites } from './suites.mjs';

const root = temporaryFolder('suites');
const files = {
  'api/src/a.test.ts': '',
  'api/src/b.test.ts': '',
  'api/src/mocked.test.ts': "jest.mock('./b');",
  'api/src/long.test.ts': '',
  'api/src/a.ts': '',
  'mf-jobs/src/Card.test.tsx': '',
  'mf-jobs/src/photo.test.tsx': "jest.mock('@portal/ui/shrinkImage');\n",
  'mf-jobs/src/photos.test.tsx': "jest.mock('@portal/ui/shrinkImage');\njest.mock('./b');\n",
  'mf-jobs/src/forms.test.tsx': '// Needs a separate jest file: one form is open at a time.',
  'shared/ui/src/Button.test.tsx': '',
  'shared/forms/src/draft.test.tsx': "import { emptyDevice } from '@portal/testing/deviceStorage';",
  'shared/contracts/src/kernel.test.ts': '',
  'delivery/test/store.test.ts': '',
};

beforeAll(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writeSuites(root, ['api/src/long.test.ts'], ['api/src/long.test.ts']);
});

it('contain all tests except those of the shell and those that need a separate jest file', () => {
  expect(ignoredFiles(root)).toEqual([
    'api/src/a.test.ts',
    'api/src/b.test.ts',
    'delivery/test/store.test.ts',
    'shared/contracts/src/kernel.test.ts',
    'mf-jobs/src/Card.test.tsx',
    'shared/ui/src/Button.test.tsx',
    'shared/forms/src/draft.test.tsx',
    'mf-jobs/src/photo.test.tsx',
    'api/src/long.test.ts',
  ]);
});

it('run each file once, and reset what it leaves', () => {
  const text = readFileSync(join(root, SUITES, 'api-1.test.js'), 'utf8');
  expect(text).toContain(`require("${root}/api/src/a.test.ts");`);
  expect(text).toContain('.resetServices);');
  const page = readFileSync(join(root, SUITES, 'web-1.test.js'), 'utf8');
  expect(page.match(/storePage|Card|resetPage\)/g)).toEqual(['Card', 'storePage', 'Card', 'resetPage)']);
  expect(text).not.toContain('b.test.ts');
});

it('tests with the storage of a device are in suites without other tests', () => {
  const suite = (name) => readFileSync(join(root, SUITES, `${name}.test.js`), 'utf8');
  expect([suite('web-1') + suite('web-2'), suite('web-device-1')].map((text) => text.match(/[\w.]+(?=\.test\.tsx")/g))).toEqual([
    ['Card', 'Button'],
    ['draft'],
  ]);
});

it('screens that mock the preparation of pictures are in suites without other tests', () => {
  const suite = readFileSync(join(root, SUITES, 'web-pictures-1.test.js'), 'utf8');
  expect(suite.match(/[\w.]+(?=\.test\.tsx")/g)).toEqual(['photo']);
});

it.each([
  ['a test in a suite', `${SUITES}/api-1.test.js`, 'api/src/a.test.ts › [A-1] adds › rows', 'api/src/a.test.ts', '[A-1] adds › rows'],
  ['a test of a separate file', 'api/src/a.test.ts', 'adds › rows', 'api/src/a.test.ts', 'adds › rows'],
])('the source of %s is its file', (_case, file, title, source, own) =>
  expect(sourceOf(file, title)).toEqual({ file: source, title: own }),
);
