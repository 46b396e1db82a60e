import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import LongestFirst from './sequencer.mjs';

const folder = temporaryFolder('sequencer');
const project = { id: 'a', cacheDirectory: folder };

function test(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return { path, context: { config: project, hasteFS: { getSize: () => text.length } } };
}

it('starts files with the longest own time limit first, then the largest, if no durations are known', () => {
  const tests = [
    test('short.test.ts', "it('is', () => {});\n"),
    test('large.test.ts', `it('is', () => {});\n${'// large\n'.repeat(100)}`),
    test('long.test.ts', "it('is', () => {\n}, 300_000);\n"),
    test('table.test.ts', "it.each([1])(\n  'is %i',\n  () => {},\n  60_000,\n);\n"),
  ];
  const order = new LongestFirst({ contexts: [], globalConfig: {} }).sort(tests).map(({ path }) => path.slice(folder.length + 1));
  expect(order).toEqual(['long.test.ts', 'table.test.ts', 'large.test.ts', 'short.test.ts']);
});
