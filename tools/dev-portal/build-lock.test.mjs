import fs, { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { withBuildLock } from './build-lock.mjs';

let root;
beforeEach(() => {
  root = temporaryFolder('alone');
});
afterEach(() => rmSync(root, { recursive: true }));

const file = () => join(root, 'node_modules/.cache/portal-build.pid');

test('runs one after the other, and the next one also after a failure', async () => {
  const order = [];
  const first = withBuildLock(root, async () => {
    order.push('first starts');
    await new Promise((resolve) => setImmediate(resolve));
    order.push('first ends');
    throw new Error('broken');
  });
  const second = withBuildLock(root, async () => order.push('second'));
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(order).toEqual(['first starts', 'first ends', 'second']);
  expect(existsSync(file())).toBe(false);
});

test('runs although a full disk left an empty file', async () => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  writeFileSync(file(), '');
  expect(await withBuildLock(root, async () => 'built')).toBe('built');
});

test('leaves no file when the disk is full, and runs when there is space again', async () => {
  const real = fs.writeFileSync;
  const full = jest.spyOn(fs, 'writeFileSync').mockImplementation((path) => {
    real(path, '');
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  });
  await expect(withBuildLock(root, async () => 'built')).rejects.toThrow('portal-build.pid cannot be written (ENOSPC)');
  full.mockRestore();
  expect(readdirSync(join(root, 'node_modules/.cache'))).toEqual([]);
  expect(await withBuildLock(root, async () => 'built')).toBe('built');
});

test('runs after the process that created the file has died', async () => {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  writeFileSync(file(), '999999999');
  expect(await withBuildLock(root, async () => 'built')).toBe('built');
});
