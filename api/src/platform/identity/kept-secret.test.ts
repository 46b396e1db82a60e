import fs, { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { readOrMakeSecret } from './kept-secret';

let file: string;
beforeEach(() => {
  file = join(temporaryFolder('secret'), 'data', 'secret');
});
afterEach(() => jest.restoreAllMocks());

const read = (secret = 'one') => readOrMakeSecret(file, () => secret, 'The folder is not writable');

describe('a secret in a file', () => {
  it('is created once, and only its owner may read it', () => {
    expect([read('one'), read('two')]).toEqual(['one', 'one']);
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['one\n', 0o600]);
  });

  it('leaves no partial file when the disk is full, and is created once there is space again', () => {
    const real = fs.writeFileSync;
    const full = jest.spyOn(fs, 'writeFileSync').mockImplementation((path) => {
      real(path, 'o');
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
    expect(() => read()).toThrow(`No space is left on the disk for ${file}: free some and start again.`);
    full.mockRestore();
    expect(readdirSync(join(file, '..'))).toEqual([]);
    expect(read()).toBe('one');
  });

  it('equals the secret of another process when both create it at the same time', () => {
    const make = () => {
      writeFileSync(file, 'theirs\n');
      return 'ours';
    };
    expect(readOrMakeSecret(file, make, 'refused')).toBe('theirs');
    expect(existsSync(`${file}.${process.pid}`)).toBe(false);
  });

  it('fails with the given message when the folder is a file', () => {
    writeFileSync(join(file, '../..', 'data'), '');
    expect(() => read()).toThrow('The folder is not writable');
  });
});
