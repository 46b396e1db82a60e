import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { startEmbedded } from './embedded';
import { isAlive, postmaster } from './postmaster';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder('embedded');
});

const FAST = { fsync: 'off' };
const WAIT_MS = 30_000;

describe('embedded PostgreSQL', () => {
  it(
    'is taken over when an earlier process left it running, and stops with its last user',
    async () => {
      const data = join(folder, 'pg');
      const first = await startEmbedded(data, FAST);
      const second = await startEmbedded(data, FAST);
      expect([first.attached, second.attached]).toEqual([false, true]);

      const pid = postmaster(data)?.pid ?? 0;
      const client = new pg.Client(second.connection);
      await client.connect();
      await first.stop();
      expect(isAlive(pid)).toBe(true);
      await client.end();
      await second.stop();
      expect(isAlive(pid)).toBe(false);
    },
    WAIT_MS,
  );

  it(
    'survives being killed',
    async () => {
      const data = join(folder, 'pg');
      const first = await startEmbedded(data, FAST);
      const client = new pg.Client(first.connection);
      client.on('error', () => {});
      await client.connect();
      await client.query('create table kept as select 1 as n');
      process.kill(postmaster(data)?.pid ?? 0, 'SIGKILL');
      const again = await startEmbedded(data, FAST);
      const reader = new pg.Client(again.connection);
      await reader.connect();
      expect((await reader.query('select n from kept')).rows).toEqual([{ n: 1 }]);
      await reader.end();
      await again.stop();
    },
    WAIT_MS,
  );

  it('says in one line that its folder is not writable', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(startEmbedded(join(file, 'pg'))).rejects.toThrow(`The folder ${file} is not writable`);
  });
});
