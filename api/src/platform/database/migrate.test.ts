import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@portal/testing/temporaryFolder';
import pg from 'pg';
import { createTestDatabase, executeStatements } from '../../../test/database';
import { apiDir } from '../config/paths';
import type { Connection } from './db';
import { migrate } from './migrate';

let database: { connection: Connection; drop(): Promise<void> };
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await executeStatements(database.connection, 'drop schema public cascade', 'create schema public');
  folder = temporaryFolder('migrations');
  writeFileSync(join(folder, '0001_one.sql'), 'create table one (id int);');
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const BRIEFLY = { lockMs: 100, tries: 2, pauseMs: 10 };
const add = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), lines.join('\n'));
const ran = async () => (await migrate(database.connection, folder, BRIEFLY)).ran;
async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  it('runs each file once, in order', async () => {
    add('0002_two.sql', 'alter table one add two text;');
    expect(await ran()).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await ran()).toEqual([]);
  });

  it('runs once when several processes start together', async () => {
    add('0002_two.sql', '-- without a transaction', 'create index concurrently if not exists two on one (id);');
    const all = await Promise.all([1, 2, 3].map(ran));
    expect(all.flat()).toEqual(['0001_one.sql', '0002_two.sql']);
  });

  it('leaves no change of a failed migration, keeps the earlier ones, and reports the next step', async () => {
    add('0002_two.sql', 'create table two (id int); select nonsense;');
    await expect(ran()).rejects.toThrow(
      'The migration 0002_two.sql failed and left no change; earlier migrations stay: column "nonsense" does not exist. Fix the migration under the same name, or the data, and start again; until then the previous release keeps working.',
    );
    add('0002_two.sql', 'create table two (id int);');
    expect(await ran()).toEqual(['0002_two.sql']);
  });

  it('refuses a file that was edited after it ran', async () => {
    await ran();
    add('0001_one.sql', 'create table one (id bigint);');
    await expect(ran()).rejects.toThrow('0001_one.sql was edited after it ran');
  });
});

describe('a database that a newer build migrated', () => {
  const forget = (name: string) => rmSync(join(folder, name));

  it('works with the previous release', async () => {
    add('0002_two.sql', 'alter table one add two text;');
    await ran();
    forget('0002_two.sql');
    expect(await migrate(database.connection, folder)).toEqual({ ran: [], newer: ['0002_two.sql'] });
  });

  it('is rejected only by a build that uses something the newer build removed', async () => {
    add('0002_two.sql', 'alter table one add two text;');
    add('0003_three.sql', '-- contracts: builds that know 0002_two.sql', 'alter table one drop id;');
    await ran();
    forget('0003_three.sql');
    expect(await migrate(database.connection, folder)).toEqual({ ran: [], newer: ['0003_three.sql'] });
    forget('0002_two.sql');
    await expect(ran()).rejects.toThrow(
      'The database is too new for this build: 0003_three.sql removed something that builds without 0002_two.sql use.',
    );
  });

  it('is rejected if it has an unknown migration before the last known one', async () => {
    add('0002_two.sql', 'select 1;');
    await ran();
    forget('0002_two.sql');
    add('0003_three.sql', 'select 1;');
    await expect(ran()).rejects.toThrow('The database was migrated by another branch: it has 0002_two.sql');
  });
});

describe('a table in use', () => {
  async function using(statement: string, act: (release: () => Promise<unknown>) => Promise<void>): Promise<void> {
    const other = new pg.Client(database.connection);
    await other.connect();
    try {
      await other.query('begin');
      await other.query(statement);
      await act(() => other.query('commit'));
    } finally {
      await other.end();
    }
  }

  it('does not block readers behind the migration, which retries', async () => {
    await ran();
    add('0002_two.sql', 'alter table one add two text;');
    await using('select from one', async (release) => {
      const migrating = migrate(database.connection, folder, { lockMs: 100, tries: 1_000, pauseMs: 10 });
      // A reader waits for at most one try.
      expect(await ask('select from one')).toEqual([]);
      await release();
      expect(await migrating).toEqual({ ran: ['0002_two.sql'], newer: [] });
    });
  });

  it('does not cancel a reader that takes the tables in the other order', async () => {
    await ran();
    await ask('create table two (id int)');
    add('0002_three.sql', 'alter table one add three text;', 'alter table two add three text;');
    const reader = new pg.Client(database.connection);
    await reader.connect();
    try {
      await reader.query('begin; select from two');
      const migrating = migrate(database.connection, folder);
      const waiting = "select from pg_locks where relation = 'two'::regclass and not granted";
      while ((await ask(waiting)).length === 0) await pause(10);
      await reader.query('select from one');
      await reader.query('commit');
      expect(await migrating).toEqual({ ran: ['0002_three.sql'], newer: [] });
    } finally {
      await reader.end();
    }
  });

  it('counts as in use when the database reports a deadlock', async () => {
    await ran();
    add('0002_two.sql', "do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;");
    await expect(ran()).rejects.toThrow(/0002_two\.sql failed and left no change.* in use all the time.*pg_stat_activity/);
  });

  it('does not delay a process without pending migrations: it starts during a backup', async () => {
    await ran();
    await using('lock table schema_migrations in access share mode', async () => {
      expect(await ran()).toEqual([]);
    });
  });

  it('is reported with a hint to the blocking transaction when it stays in use', async () => {
    await ran();
    add('0002_two.sql', 'alter table one add two text;');
    await using('select from one', async () => {
      await expect(ran()).rejects.toThrow(/0002_two\.sql failed and left no change.* in use all the time.*pg_stat_activity/);
    });
    expect(await ran()).toEqual(['0002_two.sql']);
  });
});

describe('a migration without a transaction', () => {
  const indexes = () =>
    ask<{ name: string; is_valid: boolean }>(
      "select indexrelid::regclass::text as name, indisvalid as is_valid from pg_index where indrelid = 'one'::regclass",
    );
  const MAKE = ['-- without a transaction', 'create unique index concurrently if not exists one_id on one (id);'];

  it('creates an index concurrently', async () => {
    add('0002_two.sql', ...MAKE);
    await ran();
    expect(await indexes()).toEqual([{ name: 'one_id', is_valid: true }]);
  });

  it('leaves no index when it fails', async () => {
    await ran();
    await ask('insert into one values (1), (1)');
    add('0002_two.sql', ...MAKE);
    await expect(ran()).rejects.toThrow('0002_two.sql failed and left no change');
    expect(await indexes()).toEqual([]);
  });

  it('replaces the invalid index of a run that was killed', async () => {
    await ran();
    await ask('insert into one values (1), (1)');
    await expect(ask('create unique index concurrently one_id on one (id)')).rejects.toThrow('could not create unique index');
    expect(await indexes()).toEqual([{ name: 'one_id', is_valid: false }]);
    await ask('truncate one');
    add('0002_two.sql', ...MAKE);
    await ran();
    expect(await indexes()).toEqual([{ name: 'one_id', is_valid: true }]);
  });

  it('must be one repeatable statement', async () => {
    add('0002_two.sql', '-- without a transaction', 'create index concurrently one_id on one (id);');
    await expect(ran()).rejects.toThrow('it must be one "create index concurrently if not exists"');
  });
});

it('every migration has a unique number, because the name decides the order', () => {
  const numbers = readdirSync(join(apiDir, 'migrations')).map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
