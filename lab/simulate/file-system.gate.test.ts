import promises from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { random } from '../../api/seed/random';
import { createFileSystem, type FileSystem } from './file-system';

const PATHS = ['a', 'b', 'a/one', 'a/two', 'b/one', 'b/one/file', 'a/file', 'file'];
type Calls = Pick<FileSystem['calls'], 'mkdir' | 'readdir' | 'rename' | 'rm' | 'stat' | 'writeFile' | 'appendFile' | 'open'>;

/** The result of a random call, or the code of its error. */
async function act(calls: Calls, root: string, [kind, from, to]: readonly [number, string, string]): Promise<unknown> {
  const path = join(root, from);
  const run: (() => unknown)[] = [
    async () => void (await (calls.mkdir as (path: string, options: object) => unknown)(path, { recursive: true })),
    async () => [...(await calls.readdir(path))].sort(),
    () => calls.rename(path, join(root, to)),
    () => calls.rm(path, { recursive: true, force: true }),
    async () => (await calls.stat(path)).isFile(),
    () => calls.writeFile(path, to),
    () => calls.appendFile(path, to),
    async () => {
      const handle = await calls.open(path, 'r');
      try {
        const { size } = await handle.stat();
        const bytes = Buffer.alloc(20);
        const found = (await handle.stat()).isFile() ? await handle.read(bytes, 0, 20, 0) : null;
        return found && [size, bytes.toString('utf8', 0, found.bytesRead)];
      } finally {
        await handle.close();
      }
    },
  ];
  try {
    return (await run[kind]?.()) ?? null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

it('answers like the file system of the machine', async () => {
  const chance = random(1);
  const system = createFileSystem(() => 0);
  const view = { waitForTurn: async () => undefined, defer: () => undefined, staleMs: 0, defects: {} };
  for (let run = 0; run < 20; run++) {
    const folder = temporaryFolder('simulate');
    const root = system.addView(`run-${run}`, `run-${run}`, view);
    for (let step = 0; step < 40; step++) {
      const call = [chance.between(0, 7), chance.pick(PATHS), chance.pick(PATHS)] as const;
      const [simulated, real] = [await act(system.calls, root, call), await act(promises as unknown as Calls, folder, call)];
      expect([step, call, simulated]).toEqual([step, call, real ?? null]);
    }
  }
});
