import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { closeDatabase, openDatabase } from '../../../test/services';
import { getPool } from './db';
import { keepEmbedded, startEmbedded, stopEmbedded } from './embedded';
import { isAlive, readPostmaster } from './embedded/server-process';

let folder: string;
beforeAll(() => {
  folder = temporaryFolder('embedded');
});

const FAST = { fsync: 'off' };
const WAIT_MS = 30_000;

describe('embedded PostgreSQL', () => {
  it(
    'takes over a server that an earlier process left running, and stops it with its last user',
    async () => {
      const data = join(folder, 'pg');
      const first = await startEmbedded(data, FAST);
      const second = await startEmbedded(data, FAST);
      expect([first.attached, second.attached]).toEqual([false, true]);

      const pid = readPostmaster(data)?.pid ?? 0;
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
    'starts again on its data after a kill',
    async () => {
      const data = join(folder, 'pg');
      const first = await startEmbedded(data, FAST);
      const client = new pg.Client(first.connection);
      client.on('error', () => {});
      await client.connect();
      await client.query('create table kept as select 1 as n');
      process.kill(readPostmaster(data)?.pid ?? 0, 'SIGKILL');
      const again = await startEmbedded(data, FAST);
      const reader = new pg.Client(again.connection);
      await reader.connect();
      expect((await reader.query('select n from kept')).rows).toEqual([{ n: 1 }]);
      await reader.end();
      await again.stop();
    },
    WAIT_MS,
  );

  it(
    'restarts the server after kill -9, and the pool recovers without a restart of the API',
    async () => {
      const data = join(folder, 'kept');
      const lines: string[] = [];
      let hear: () => void = () => {};
      const isBack = new Promise<void>((resolve) => {
        hear = resolve;
      });
      const say = (line: string) => {
        lines.push(line);
        if (line.startsWith('The database is ready again')) hear();
      };
      const database = await keepEmbedded(data, say, FAST);
      openDatabase(database.connection);
      await getPool().query('create table kept as select 1 as n');
      const busy = getPool()
        .query('select pg_sleep(60)')
        .then(
          () => 'answered',
          () => 'refused',
        );
      const pid = readPostmaster(data)?.pid ?? 0;
      process.kill(pid, 'SIGKILL');
      await isBack;
      expect(await busy).toBe('refused');
      expect((await getPool().query('select n from kept')).rows).toEqual([{ n: 1 }]);
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(/^The database died \(.+\) and starts again in 0\.5 s\.$/);
      const next = readPostmaster(data)?.pid ?? 0;
      await closeDatabase();
      await database.stop();
      expect([next === pid, isAlive(next)]).toEqual([false, false]);
    },
    WAIT_MS,
  );

  it(
    'starts although postmaster.pid names a process of another program',
    async () => {
      const data = join(folder, 'alien');
      const first = await startEmbedded(data, FAST);
      const file = join(data, 'postmaster.pid');
      const lines = readFileSync(file, 'utf8').split('\n');
      const dead = readPostmaster(data)?.pid ?? 0;
      process.kill(dead, 'SIGKILL');
      await first.whenGone(new AbortController().signal);
      writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'));
      const again = await startEmbedded(data, FAST);
      expect(again.attached).toBe(false);
      await again.stop();
    },
    WAIT_MS,
  );

  it(
    'stops a server by its folder after the process that started it has ended',
    async () => {
      const data = join(folder, 'left');
      await startEmbedded(data, FAST);
      const pid = readPostmaster(data)?.pid ?? 0;
      await stopEmbedded(data);
      expect(isAlive(pid)).toBe(false);
      await stopEmbedded(data);
      await stopEmbedded(join(folder, 'nothing'));
    },
    WAIT_MS,
  );

  it('reports in one line that its folder is not writable', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expect(startEmbedded(join(file, 'pg'))).rejects.toThrow(`The folder ${file} is not writable`);
  });
});
