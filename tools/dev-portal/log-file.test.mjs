import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../shared/testing/src/temporaryFolder.mjs';
import { start } from './child-process.mjs';
import { openLog } from './log-file.mjs';

let folder;
beforeEach(() => {
  folder = temporaryFolder('log-file');
});
afterEach(() => jest.restoreAllMocks());

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

/** A disk that is full until `free()`: a file can be opened, and a write fails. */
function fillDisk() {
  let isFull = true;
  const real = fsPromises.open;
  const failures = [];
  jest.spyOn(fsPromises, 'open').mockImplementation(async (...args) => {
    const handle = await real(...args);
    const write = handle.write.bind(handle);
    handle.write = async (...chunk) => {
      if (!isFull) return write(...chunk);
      failures.push(chunk);
      throw noSpace();
    };
    return handle;
  });
  return {
    failures,
    free: () => {
      isFull = false;
    },
  };
}

const until = async (isTrue) => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
};
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean);

test('drops lines while the disk is full, and states their number in one line when space returns', async () => {
  const file = join(folder, 'api.log');
  let clock = 0;
  const disk = fillDisk();
  const log = openLog(file, { now: () => clock });
  log.write('one\n');
  await until(() => disk.failures.length === 1);
  await log.end();
  log.write('two\nthree\n');
  disk.free();
  log.write('four\n');
  clock += 1_000;
  log.write('five\n');
  await log.end();
  const [note, ...rest] = linesOf(file);
  expect(JSON.parse(note).msg).toBe('4 lines of this log were dropped: the file could not be written (ENOSPC)');
  expect(rest).toEqual(['five']);
});

test('continues to count when the line with the number cannot be written either', async () => {
  const file = join(folder, 'api.log');
  let clock = 0;
  const disk = fillDisk();
  const log = openLog(file, { now: () => clock });
  for (const line of ['one\n', 'two\n', 'three\n']) {
    log.write(line);
    await log.end();
    clock += 1_000;
  }
  disk.free();
  log.write('four\n');
  await log.end();
  expect(linesOf(file).map((line) => line.replace(/.*"msg":"(\d+ lines).*/, '$1'))).toEqual(['3 lines', 'four']);
});

test('creates the file although nothing is written', async () => {
  const file = join(folder, 'api.log');
  await openLog(file).end();
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('rotates at its size, keeps the latest files and deletes the oldest', async () => {
  const log = openLog(join(folder, 'api.log'), { limits: { size: '100B', rotate: 2 } });
  for (let line = 0; line < 40; line++) log.write(`line ${String(line).padStart(4, '0')}\n`);
  await log.end();
  expect(readdirSync(folder).sort()).toEqual(['api.log', 'api.log.1', 'api.log.2']);
  expect(linesOf(join(folder, 'api.log.1')).at(-1)).toBe('line 0039');
});

test('a child and its parent continue when the log cannot be written', async () => {
  const disk = fillDisk();
  const script =
    'for (let line = 0; line < 20_000; line++) console.log("a line that is longer than the pipe can hold at once"); process.exit(7)';
  const child = start('chatty', ['-e', script], { cwd: folder, env: process.env, logFile: join(folder, 'chatty.log') });
  expect(await child.ended).toEqual({ code: 7, signal: null });
  expect([disk.failures.length > 0, existsSync(join(folder, 'chatty.log'))]).toEqual([true, true]);
});
