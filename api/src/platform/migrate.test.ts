import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import { createTestDatabase, execute } from '../testing/database';
import type { Connection } from './db';
import { apiFolder } from './folders';
import { migrate } from './migrate';

let database: { connection: Connection; drop(): Promise<void> };
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await execute(database.connection, 'drop schema public cascade', 'create schema public');
  folder = temporaryFolder('migrations');
  writeFileSync(join(folder, '0001_one.sql'), 'create table one (id int);');
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

describe('migrate', () => {
  it('runs each file once, in order', async () => {
    writeFileSync(join(folder, '0002_two.sql'), 'alter table one add two text;');
    expect(await migrate(database.connection, folder)).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await migrate(database.connection, folder)).toEqual([]);
  });

  it('runs once when several processes start together', async () => {
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database.connection, folder)));
    expect(ran.flat()).toEqual(['0001_one.sql']);
  });

  it('leaves nothing of a run that failed', async () => {
    writeFileSync(join(folder, '0002_two.sql'), 'create table two (id int); select nonsense;');
    await expect(migrate(database.connection, folder)).rejects.toThrow('nonsense');
    writeFileSync(join(folder, '0002_two.sql'), 'create table two (id int);');
    expect(await migrate(database.connection, folder)).toEqual(['0001_one.sql', '0002_two.sql']);
  });

  it('refuses a file that was edited after it ran', async () => {
    await migrate(database.connection, folder);
    writeFileSync(join(folder, '0001_one.sql'), 'create table one (id bigint);');
    await expect(migrate(database.connection, folder)).rejects.toThrow('0001_one.sql was edited after it ran');
  });

  it('refuses a database that a newer build migrated', async () => {
    writeFileSync(join(folder, '0002_two.sql'), 'select 1;');
    await migrate(database.connection, folder);
    rmSync(join(folder, '0002_two.sql'));
    await expect(migrate(database.connection, folder)).rejects.toThrow('newer than this build: it has 0002_two.sql');
  });
});

it('every migration has a number of its own: the name decides the order', () => {
  const numbers = readdirSync(join(apiFolder, 'migrations')).map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
