import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import fsPromises from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { createAtomically } from './atomic-files';

describe('a folder that cannot be written completely', () => {
  it('is removed after all writes have ended, and the error is reported', async () => {
    const parent = temporaryFolder('disk');
    const real = fsPromises.open;
    const order: string[] = [];
    let refused: () => void = () => {};
    const afterRefusal = new Promise<void>((resolve) => {
      refused = resolve;
    });
    const opening = jest.spyOn(fsPromises, 'open').mockImplementation(async (path, ...rest) => {
      if (String(path).endsWith('refused')) {
        refused();
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      }
      await afterRefusal;
      await new Promise(setImmediate);
      const handle = await real(path, ...rest);
      order.push('written');
      return handle;
    });
    const removing = jest.spyOn(fsPromises, 'rm').mockImplementationOnce(async (...args) => {
      order.push('removed');
      removing.mockRestore();
      return fsPromises.rm(...args);
    });

    const files = new Map(['refused', 'a', 'deep/b'].map((name) => [name, Buffer.from(name)]));
    await expect(createAtomically(join(parent, '1.0.0'), files)).rejects.toThrow('ENOSPC');
    opening.mockRestore();

    expect(order).toEqual(['written', 'written', 'removed']);
    expect(readdirSync(parent)).toEqual([]);
  });
});

it('deletes old leftovers and keeps new ones, even if the clock of this machine is ahead of the disk’s', async () => {
  const parent = temporaryFolder('disk');
  for (const name of ['.left', '.written']) mkdirSync(join(parent, name));
  utimesSync(join(parent, '.left'), 0, 0);
  const { now } = Date;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 40 * 86_400_000);
  expect(await createAtomically(join(parent, '1.0.0'), new Map([['a', Buffer.from('a')]]))).toBe(true);
  clock.mockRestore();
  expect(readdirSync(parent).sort()).toEqual(['.written', '1.0.0']);
});
