import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import type { bundleProcess } from './bundle';
import { compiledFolders } from './compiled-folders';

const DAY_MS = 24 * 60 * 60 * 1_000;

let above: string;
let compiled: number;
const make: typeof bundleProcess = async (_, folder = '') => {
  compiled += 1;
  mkdirSync(folder);
  writeFileSync(join(folder, 'main.js'), '');
  return { folder, dependencies: {} };
};
beforeEach(() => {
  above = temporaryFolder('kept');
  compiled = 0;
});

test('compiles once for the same sources, and once for each deployable', async () => {
  const [first = ''] = await compiledFolders(['api'], { above, make });
  expect(readdirSync(first)).toEqual(['main.js']);
  expect(await compiledFolders(['api'], { above, make })).toEqual([first]);
  const [api, host = ''] = await compiledFolders(['api', 'host'], { above, make });
  expect([api, basename(host)]).toEqual([first, expect.stringMatching(/^host-[0-9a-f]{8}$/)]);
  expect(compiled).toBe(2);
});

test('two parallel calls use the same complete folder, and leave no other', async () => {
  const [first = '', second] = await compiledFolders(['api', 'api'], { above, make });
  expect(second).toBe(first);
  expect(readdirSync(above)).toEqual([basename(first)]);
});

test('leaves no folder when the sources do not compile', async () => {
  const wrong: typeof bundleProcess = async (...args) => {
    await make(...args);
    throw new Error('Unexpected "}"');
  };
  await expect(compiledFolders(['api'], { above, make: wrong })).rejects.toThrow('Unexpected "}"');
  expect(readdirSync(above)).toEqual([]);
});

test('deletes a folder that was not used for a week', async () => {
  const [api = ''] = await compiledFolders(['api'], { above, make });
  await compiledFolders(['host'], { above, make, now: Date.now() + 6 * DAY_MS });
  expect(readdirSync(above)).toContain(basename(api));
  await compiledFolders(['host'], { above, make, now: Date.now() + 8 * DAY_MS });
  expect(readdirSync(above)).not.toContain(basename(api));
});
