import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../test/database';
import { closeDatabase, openDatabase, setReports } from '../../../test/services';
import {
  afterCommit,
  afterRollback,
  checkPoolerSettings,
  db,
  getPool,
  preparedQuery,
  query,
  requireNoTransaction,
  transaction,
} from './db';
import { healthQuery, pingDatabase } from './health-pool';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  openDatabase(database.connection, database.pooled);
  await sql`create table notes (text text)`.execute(db());
});
beforeEach(() => sql`truncate notes`.execute(db()));
afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

const write = (text: string) => sql`insert into notes values (${text})`.execute(db());
const notes = async () => (await sql<{ text: string }>`select text from notes order by text`.execute(db())).rows.map(({ text }) => text);

it('rejects a pooler with a role without our settings and names the statements, and accepts the role with them', async () => {
  const { connection, drop } = await createTestDatabase();
  /** Sets the role's timeout for this database only. */
  const setTimeoutOfRole = async (to: string) => {
    const set = `'alter role %I in database %I set statement_timeout = ''${to}'''`;
    await sql`do ${sql.raw(`$$ begin execute format(${set}, current_user, current_database()); end $$`)}`.execute(db());
    await closeDatabase();
    openDatabase(connection, connection);
  };
  try {
    await closeDatabase();
    openDatabase(connection, connection);
    await setTimeoutOfRole('0');
    await expect(checkPoolerSettings()).rejects.toThrow("set statement_timeout = '15s';");
    await setTimeoutOfRole('15s');
    await checkPoolerSettings();
  } finally {
    await closeDatabase();
    await drop();
    openDatabase(database.connection, database.pooled);
  }
});

describe('transaction', () => {
  it('rolls back all writes on an error, including nested transactions', async () => {
    const failing = transaction(async () => {
      await write('outer');
      await transaction(() => write('inner'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await notes()).toEqual([]);
  });

  it('rejects work that takes long or must survive a rollback, but accepts it after the commit', async () => {
    requireNoTransaction('Hashing');
    await expect(transaction(async () => requireNoTransaction('Hashing'))).rejects.toThrow('Hashing must not run within a transaction');
    await transaction(async () => afterCommit(() => requireNoTransaction('Hashing')));
  });

  it('runs after-commit callbacks after the commit, and not after a rollback', async () => {
    const told: string[] = [];
    await transaction(async () => {
      afterCommit(() => told.push('committed'));
      expect(told).toEqual([]);
    });
    await transaction(async () => {
      afterCommit(() => told.push('rolled back'));
      throw new Error('no');
    }).catch(() => {});
    afterCommit(() => told.push('at once'));
    expect(told).toEqual(['committed', 'at once']);
  });

  it('stays committed when an after-commit callback fails, reports the failure, and runs the remaining callbacks', async () => {
    const [told, reported]: [string[], unknown[]] = [[], []];
    setReports({ callbackError: (error) => reported.push((error as Error).message) });
    const result = transaction(async () => {
      await write('stays');
      afterCommit(async () => Promise.reject(new Error('connection lost')));
      afterCommit(() => {
        throw new Error('thrown');
      });
      afterCommit(() => told.push('the last one'));
      return 'done';
    });
    expect(await result).toBe('done');
    expect(await notes()).toEqual(['stays']);
    expect([told, reported]).toEqual([['the last one'], ['connection lost', 'thrown']]);
  });

  it('rejects with the original error when an after-rollback callback fails, and reports failures of callbacks outside a transaction', async () => {
    let heard = (_message: string) => {};
    setReports({ callbackError: (error) => heard((error as Error).message) });
    const next = () =>
      new Promise<string>((resolve) => {
        heard = resolve;
      });
    const disk = next();
    const failing = transaction(async () => {
      afterRollback(async () => Promise.reject(new Error('the disk')));
      throw new Error('its own');
    });
    await expect(failing).rejects.toThrow('its own');
    expect(await disk).toBe('the disk');
    const loose = next();
    afterCommit(async () => Promise.reject(new Error('at once')));
    expect(await loose).toBe('at once');
  });
});

describe('a transaction that is used after its end', () => {
  const late = async (end: 'commit' | 'rollback', use: () => unknown) => {
    const reported: string[] = [];
    setReports({ callbackError: (error) => reported.push((error as Error).name) });
    let begin = () => {};
    let used: Promise<unknown> = Promise.resolve();
    const ending = transaction(async () => {
      used = new Promise<void>((resolve) => {
        begin = resolve;
      }).then(use);
      if (end === 'rollback') throw new Error('rolled back');
    });
    await ending.catch(() => {});
    begin();
    return { used, reported };
  };

  it.each([
    ['a query of the builder', () => write('late')],
    ['a query of a library', () => query("insert into notes values ('late')")],
    ['a prepared query', () => preparedQuery('late', "insert into notes values ('late')", [])],
    ['another transaction', () => transaction(() => write('late'))],
    ['an after-commit callback', () => afterCommit(() => write('late'))],
    ['an after-rollback callback', () => afterRollback(() => write('late'))],
  ])('rejects %s, and reports it', async (_what, use) => {
    for (const end of ['commit', 'rollback'] as const) {
      const { used, reported } = await late(end, use);
      await expect(used).rejects.toThrow('A transaction was used after its end: an await is missing.');
      expect(reported).toEqual(['TransactionEnded']);
    }
    expect(await notes()).toEqual([]);
  });

  it('rejects a query with a missing await while the commit is running', async () => {
    let loose: Promise<unknown> = Promise.resolve();
    await transaction(async () => {
      loose = Promise.resolve().then(() => Promise.resolve().then(() => write('late')));
      loose.catch(() => {});
    });
    await expect(loose).rejects.toThrow('A transaction was used after its end');
    expect(await notes()).toEqual([]);
  });
});

describe('values', () => {
  it.each([
    ['a date stays text', sql`select '2027-03-14'::date as v`, '2027-03-14'],
    ['an instant is an ISO string', sql`select '2027-03-14 02:30:00-05'::timestamptz as v`, '2027-03-14T07:30:00.000Z'],
    ['an exact decimal stays text', sql`select 12.30::numeric(8, 2) as v`, '12.30'],
    ['a count is a number', sql`select count(*) as v from notes`, 0],
    ['infinity is not an instant', sql`select '-infinity'::timestamptz as v`, '-infinity'],
  ])('%s', async (_what, query, expected) => {
    expect((await query.execute(db())).rows).toEqual([{ v: expected }]);
  });

  it('rejects a count above the range of safe numbers', async () => {
    await expect(sql`select 9007199254740993::bigint as v`.execute(db())).rejects.toThrow('safe');
  });
});

it('cancels a health query in the database after its timeout, so that slow queries do not pile up there', async () => {
  const running = async () => {
    const { rows } =
      await sql`select from pg_stat_activity where state = 'active' and query like '%pg_sleep(3600)%' and pid <> pg_backend_pid()
      and datname = current_database()`.execute(db());
    return rows.length;
  };
  const looking = healthQuery('select pg_sleep(3600)');
  while ((await running()) === 0);
  await expect(looking).rejects.toThrow('timeout');
  while ((await running()) > 0);
  expect(await healthQuery<{ one: number }>('select 1 as one')).toEqual([{ one: 1 }]);
});

it('pings the database without waiting for a slow health query', async () => {
  const locking = await getPool().connect();
  await locking.query('begin; lock table notes');
  let isCounted = false;
  const counting = healthQuery('select from notes').then(() => {
    isCounted = true;
  });
  await pingDatabase();
  expect(isCounted).toBe(false);
  await locking.query('rollback');
  locking.release();
  await counting;
});
