import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { findStoryProblems } from './components';

/** A repository with these files. */
function repository(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder('gallery');
  const empty = {
    'shared/ui/src/cx.ts': '',
    'shared/forms/src/cx.ts': '',
    'lab/gallery/stories/ui/x': '',
    'lab/gallery/stories/forms/x': '',
  };
  for (const [path, text] of Object.entries({ ...empty, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const button = 'export function Button() { return null; }\n';

it('[GALLERY-01] each component of the shared UI and the shared forms has a story', () => {
  expect(findStoryProblems(resolve(__dirname, '../..'))).toEqual([]);
});

it.each([
  [
    'a component without a story',
    { 'shared/ui/src/Button.tsx': button },
    [/^shared\/ui\/src\/Button\.tsx has no story: add lab\/gallery\/stories\/ui\/Button\.stories\.tsx/],
  ],
  [
    'a component in a folder',
    { 'shared/forms/src/recorder/Recorder.tsx': 'export const Recorder = () => null;\n' },
    [/forms\/Recorder\.stories/],
  ],
  [
    'a story without a component',
    { 'lab/gallery/stories/ui/Former.stories.tsx': '' },
    [/Former\.stories\.tsx has no component: delete it/],
  ],
  ['nothing for a component with a story', { 'shared/ui/src/Button.tsx': button, 'lab/gallery/stories/ui/Button.stories.tsx': '' }, []],
  [
    'nothing for a hook, a context or a test',
    {
      'shared/ui/src/useMedia.tsx': 'export function useMedia() {}\nexport const THUMB_EDGE = 1;\n',
      'shared/ui/src/TextContext.tsx': 'export const TextContext = createContext(true);\n',
      'shared/ui/src/Button.test.tsx': button,
    },
    [],
  ],
])('reports %s', (_what, files, expected) => {
  const problems = findStoryProblems(repository(files));
  expect(problems).toHaveLength(expected.length);
  for (const [at, pattern] of expected.entries()) expect(problems[at]).toMatch(pattern);
});
