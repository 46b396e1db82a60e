import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

it('a test file that leaves folders, also by a child process, does not change the outer temporary folder', () => {
  const place = mkdtempSync(join(tmpdir(), 'place-'));
  const temp = join(place, 'temp');
  const said = join(place, 'said');
  mkdirSync(temp);
  writeFileSync(
    join(place, 'untidy.test.js'),
    `const { appendFileSync, mkdtempSync } = require('node:fs');
    const { tmpdir } = require('node:os');
    const leave = (name) => appendFileSync(${JSON.stringify(said)}, mkdtempSync(require('node:path').join(tmpdir(), name)) + '\\n');
    it('is untidy', () => {
      leave('own-');
      require('node:child_process').execFileSync(process.execPath, ['-e', "require('node:fs').mkdtempSync(require('node:os').tmpdir() + '/child-')"]);
      leave('last-');
    });`,
  );
  const config = {
    rootDir: place,
    testEnvironment: join(root, 'tools/test/jest/node-environment.mjs'),
    transform: {},
    cacheDirectory: join(place, 'cache'),
  };
  execFileSync(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), '--config', JSON.stringify(config), '--runInBand'], {
    env: { ...process.env, TMPDIR: temp },
    stdio: 'pipe',
    timeout: 60_000,
  });
  const made = readFileSync(said, 'utf8').trim().split('\n');
  expect(made).toEqual([expect.stringContaining(temp), expect.stringContaining(temp)]);
  expect(readdirSync(temp)).toEqual([]);
}, 60_000);
