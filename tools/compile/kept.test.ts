import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import type { compile } from './compile';
import { keepCompiled } from './kept';

const DAY_MS = 24 * 60 * 60 * 1_000;

let above: string;
let compiled: number;
const make: typeof compile = async (_, folder = '') => {
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
  const [first = ''] = await keepCompiled(['api'], { above, make });
  expect(readdirSync(first)).toEqual(['main.js']);
  expect(await keepCompiled(['api'], { above, make })).toEqual([first]);
  const [api, host = ''] = await keepCompiled(['api', 'host'], { above, make });
  expect([api, basename(host)]).toEqual([first, expect.stringMatching(/^host-[0-9a-f]{8}$/)]);
  expect(compiled).toBe(2);
});

test('two parallel calls use the same complete folder, and leave no other', async () => {
  const [first = '', second] = await keepCompiled(['api', 'api'], { above, make });
  expect(second).toBe(first);
  expect(readdirSync(above)).toEqual([basename(first)]);
});

test('leaves no folder when the sources do not compile', async () => {
  const wrong: typeof compile = async (...args) => {
    await make(...args);
    throw new Error('Unexpected "}"');
  };
  await expect(keepCompiled(['api'], { above, make: wrong })).rejects.toThrow('Unexpected "}"');
  expect(readdirSync(above)).toEqual([]);
});

test('deletes a folder that was not used for a week', async () => {
  const [api = ''] = await keepCompiled(['api'], { above, make });
  await keepCompiled(['host'], { above, make, now: Date.now() + 6 * DAY_MS });
  expect(readdirSync(above)).toContain(basename(api));
  await keepCompiled(['host'], { above, make, now: Date.now() + 8 * DAY_MS });
  expect(readdirSync(above)).not.toContain(basename(api));
});
