import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { apiDir } from '../config/paths';
import type { Connection } from './db';
import { sqlState } from './errors';

const LOCK = 727_001;
const TURN_MS = 100;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** First line of a migration that creates or drops one index concurrently, which a transaction does not allow. */
const ALONE = /^-- without a transaction\b/;
/** Line of a migration that removes something older builds use. It names the migration that a build must know to work without it. */
const CONTRACTS = /^-- contracts: builds that know (\d{4}_[a-z0-9_]+\.sql)$/m;
/** Line of a baseline: the last migration that it replaces, and the hash of the complete record up to there. */
const BASELINE = /^-- baseline: replaces the migrations up to (\d{4}_[a-z0-9_]+\.sql), record ([0-9a-f]{64})$/m;
const CONCURRENT = /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) ([a-z0-9_]+)\b[^;]*;?$/i;

interface Migration {
  name: string;
  text: string;
  /** For a migration without a transaction: its index. */
  index: string | null;
  needs: string | null;
  /** For a baseline: the replaced migrations. */
  replaces: { last: string; record: string } | null;
}

export interface MigrationResult {
  /** Names of the migrations that ran. */
  ran: string[];
  /** Names of migrations of a newer build that this build can work with. */
  newer: string[];
}

/**
 * How long a migration waits for a table lock, and how often it tries: while it waits, later statements queue behind it. `lockMs` is below the
 * deadlock timeout of PostgreSQL (1 s): otherwise a read that takes the same tables in the other order could be cancelled as a deadlock.
 */
export interface RetryPolicy {
  lockMs: number;
  tries: number;
  pauseMs: number;
}
const PATIENCE: RetryPolicy = { lockMs: 500, tries: 60, pauseMs: 1_000 };

function readMigration(folder: string, name: string): Migration {
  const text = readFileSync(join(folder, name), 'utf8');
  const needs = CONTRACTS.exec(text)?.[1] ?? null;
  const [, last, record] = BASELINE.exec(text) ?? [];
  const replaces = last && record ? { last, record } : null;
  if (!ALONE.test(text)) return { name, text, index: null, needs, replaces };
  const statement = text.replace(/^--.*$/gm, '').trim();
  const index = CONCURRENT.exec(statement)?.[1];
  if (!index)
    throw new Error(
      `The migration ${name} runs without a transaction: it must be one "create index concurrently if not exists" or "drop index concurrently if exists".`,
    );
  return { name, text, index, needs, replaces };
}

const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => readMigration(folder, name));

/**
 * Applies all missing migrations, each in its own transaction unless its first line excludes that; other starting processes wait. A failed
 * migration leaves no change, and earlier ones stay applied.
 * If a newer build has migrated the database, this build works with it, unless a migration removed something that it uses
 * (docs/guides/migrations.md). @throws in that case, if an applied file was edited, and if a baseline does not fit the record.
 */
export async function migrate(connection: Connection, folder = join(apiDir, 'migrations'), patience = PATIENCE): Promise<MigrationResult> {
  const migrations = readMigrations(folder);
  const [holder, client] = [new pg.Client(connection), new pg.Client(connection)];
  try {
    await Promise.all([holder.connect(), client.connect()]);
    return await withStartupLock(holder, async () => {
      // The timeout is for calls: a pooler's role has one, and creating an index may take longer.
      await client.query('set statement_timeout = 0');
      return applyMigrations(client, migrations, patience);
    });
  } finally {
    await Promise.all([holder.end(), client.end()]);
  }
}

/**
 * Runs `act` in one starting process at a time; `holder` is a connection for this lock only. The lock belongs to a transaction, so that it works
 * behind a pooler. It is polled, because creating an index concurrently waits for every running statement, including a process that
 * waits for the lock.
 */
export async function withStartupLock<T>(holder: pg.ClientBase, act: () => Promise<T>): Promise<T> {
  await holder.query('begin');
  try {
    await holder.query('set local idle_in_transaction_session_timeout = 0');
    // Without a parameter: a statement with one keeps its snapshot until the transaction ends, and the index would wait for the snapshot.
    const turn = `select pg_try_advisory_xact_lock(${LOCK}) as taken`;
    const isTaken = async () => (await holder.query<{ taken: boolean }>(turn)).rows[0]?.taken;
    while (!(await isTaken())) await pause(TURN_MS);
    return await act();
  } finally {
    await holder.query('rollback');
  }
}

async function applyMigrations(client: pg.Client, migrations: readonly Migration[], patience: RetryPolicy): Promise<MigrationResult> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, at timestamptz not null default now(), needs text)',
  );
  const { lockMs } = patience;
  for (const migration of migrations) if (migration.replaces) await adopt(client, migration, migration.replaces, lockMs);
  const { rows } = await client.query<{ name: string; sha256: string; needs: string | null }>(
    'select name, sha256, needs from schema_migrations order by name',
  );
  const newer = newerThan(migrations, rows);
  const done = new Map(rows.map((row) => [row.name, row.sha256]));
  const ran: string[] = [];
  for (const migration of migrations) {
    const applied = done.get(migration.name);
    if (applied === sha256(migration.text)) continue;
    if (applied) throw new Error(`The migration ${migration.name} was edited after it ran. Restore it and write a new one.`);
    const run = () => client.query(migration.text).then(() => note(client, migration));
    const { index } = migration;
    const act = () => (index === null ? inTransaction(client, lockMs, run) : runWithoutTransaction(client, index, run));
    await retryOnLock(migration.name, act, patience);
    ran.push(migration.name);
  }
  return { ran, newer };
}

/**
 * Adopts a database with exactly the record that a baseline replaces: the record becomes the baseline's row, and no statement runs.
 * @throws if the record is another one without the baseline.
 */
async function adopt(
  client: pg.Client,
  baseline: Migration,
  { last, record }: NonNullable<Migration['replaces']>,
  lockMs: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name collate "C"',
  );
  if (rows.length === 0 || rows.some(({ name }) => name === baseline.name)) return;
  if (sha256(rows.map((row) => `${row.name} ${row.sha256}\n`).join('')) !== record)
    throw new Error(
      `${baseline.name} replaces exactly the migrations up to ${last}, and the record of this database is another one, which ends with ${rows.at(-1)?.name}. Start the last build with ${last} once and then this one, or use an empty database.`,
    );
  await inTransaction(client, lockMs, async () => {
    await client.query('delete from schema_migrations');
    await note(client, baseline);
  });
}

/** Applied migrations that this build does not know. @throws if this build cannot work with them. */
function newerThan(migrations: readonly Migration[], applied: readonly { name: string; needs: string | null }[]): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  const last = migrations.at(-1)?.name ?? '';
  const unknown = applied.filter(({ name }) => !known.has(name));
  const stray = unknown.find(({ name }) => name < last);
  if (stray)
    throw new Error(`The database was migrated by another branch: it has ${stray.name}, which this build lacks. Use another database.`);
  const gone = unknown.find(({ needs }) => needs !== null && !known.has(needs));
  if (gone)
    throw new Error(
      `The database is too new for this build: ${gone.name} removed something that builds without ${gone.needs} use. Start a newer build, or use another database.`,
    );
  return unknown.map(({ name }) => name);
}

/** Lock timeout and deadlock: other transactions use the table. */
const BUSY: ReadonlySet<string> = new Set(['55P03', '40P01']);

/** Lets other users of the table go first, and throws after `tries` attempts. */
async function retryOnLock(name: string, act: () => Promise<void>, { tries, pauseMs }: RetryPolicy): Promise<void> {
  for (let left = tries; ; left -= 1) {
    try {
      await act();
      return;
    } catch (error) {
      const isBusy = BUSY.has(sqlState(error) ?? '');
      if (!isBusy || left <= 1) throw failure(name, error as Error, isBusy);
      await pause(pauseMs);
    }
  }
}

function failure(name: string, error: Error, isBusy: boolean): Error {
  const what = isBusy
    ? 'Its tables are in use all the time, by a transaction that does not end. End that transaction (select * from pg_stat_activity) and start again.'
    : 'Fix the migration under the same name, or the data, and start again; until then the previous release keeps working.';
  return new Error(`The migration ${name} failed and left no change; earlier migrations stay: ${error.message}. ${what}`, {
    cause: error,
  });
}

const note = (client: pg.Client, { name, text, needs }: Migration) =>
  client.query('insert into schema_migrations (name, sha256, needs) values ($1, $2, $3)', [name, sha256(text), needs]);

async function inTransaction(client: pg.Client, lockMs: number, act: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
    await act();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** A failed build leaves an invalid index, which queries ignore and writes maintain. It is dropped before and after the run. */
async function runWithoutTransaction(client: pg.Client, index: string, act: () => Promise<unknown>): Promise<void> {
  await dropInvalid(client, index);
  try {
    await act();
  } catch (error) {
    await dropInvalid(client, index);
    throw error;
  }
}

async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [index]);
  if (rows.length > 0) await client.query(`drop index concurrently ${index}`);
}
