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

/** The first line of a migration that cannot run in a transaction: one index, made or dropped concurrently. */
const ALONE = /^-- without a transaction\b/;
/** The line of a migration that takes away what older builds use: the name of the one that a build has to know to do without. */
const CONTRACTS = /^-- contracts: builds that know (\d{4}_[a-z0-9_]+\.sql)$/m;
const CONCURRENT = /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) ([a-z0-9_]+)\b[^;]*;?$/i;

interface Migration {
  name: string;
  text: string;
  /** Of a migration without a transaction: its index. */
  index: string | null;
  needs: string | null;
}

export interface Migrated {
  /** The names of those that ran. */
  ran: string[];
  /** What a newer build has migrated, which this one can do without. */
  newer: string[];
}

/**
 * How long a migration waits for a table that others use, and how often it tries: behind one that waits everybody else would wait, too. It gives
 * way before PostgreSQL looks for a deadlock (after a second): else a read that asks for the same tables the other way round may be broken off.
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
  if (!ALONE.test(text)) return { name, text, index: null, needs };
  const statement = text.replace(/^--.*$/gm, '').trim();
  const index = CONCURRENT.exec(statement)?.[1];
  if (!index)
    throw new Error(
      `The migration ${name} runs without a transaction: it must be one "create index concurrently if not exists" or "drop index concurrently if exists".`,
    );
  return { name, text, index, needs };
}

const readMigrations = (folder: string): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .sort()
    .map((name) => readMigration(folder, name));

/**
 * Brings a database to the newest migration, each in a transaction of its own, or in none where it says so; other starting processes wait. One
 * that fails leaves nothing of itself, and those before it stay.
 * A newer build may have migrated the database before: then this one, of the release before, works with it, unless a migration took away what
 * it uses (docs/guides/migrations.md). Refuses that, and an applied file that was edited since.
 */
export async function migrate(connection: Connection, folder = join(apiDir, 'migrations'), patience = PATIENCE): Promise<Migrated> {
  const migrations = readMigrations(folder);
  const [holder, client] = [new pg.Client(connection), new pg.Client(connection)];
  try {
    await Promise.all([holder.connect(), client.connect()]);
    return await withStartupLock(holder, async () => {
      // Behind a pooler the role has one, for calls; an index takes as long as it takes.
      await client.query('set statement_timeout = 0');
      return applyMigrations(client, migrations, patience);
    });
  } finally {
    await Promise.all([holder.end(), client.end()]);
  }
}

/**
 * One starting process at a time; `holder` is a connection that nobody else uses meanwhile. The lock is a transaction's, so that it is right behind a pooler, and is tried again and again instead of waited for:
 * an index that is made concurrently waits for every statement that has begun, and would wait for the very process that waits for it.
 */
export async function withStartupLock<T>(holder: pg.ClientBase, act: () => Promise<T>): Promise<T> {
  await holder.query('begin');
  try {
    await holder.query('set local idle_in_transaction_session_timeout = 0');
    // Without a parameter: a statement that has one keeps its snapshot until the transaction ends, and the index would wait for that.
    const turn = `select pg_try_advisory_xact_lock(${LOCK}) as taken`;
    const isTaken = async () => (await holder.query<{ taken: boolean }>(turn)).rows[0]?.taken;
    while (!(await isTaken())) await pause(TURN_MS);
    return await act();
  } finally {
    await holder.query('rollback');
  }
}

async function applyMigrations(client: pg.Client, migrations: readonly Migration[], patience: RetryPolicy): Promise<Migrated> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, sha256 text not null, at timestamptz not null default now(), needs text)',
  );
  // Asked first: with the column there, too, the statement would wait for everybody who reads the table, such as a backup.
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs' and not attisdropped",
  );
  const { lockMs } = patience;
  const addNeeds = () => client.query('alter table schema_migrations add column needs text');
  if (rowCount === 0) await retryOnLock('of schema_migrations itself', () => inTransaction(client, lockMs, addNeeds), patience);
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

/** What the database has beyond these. */
function newerThan(migrations: readonly Migration[], applied: readonly { name: string; needs: string | null }[]): string[] {
  const known = new Set(migrations.map(({ name }) => name));
  const last = migrations.at(-1)?.name ?? '';
  const unknown = applied.filter(({ name }) => !known.has(name));
  const stray = unknown.find(({ name }) => name < last);
  if (stray) throw new Error(`The database is another line's: it has ${stray.name}, which this build lacks. Use another database.`);
  const gone = unknown.find(({ needs }) => needs !== null && !known.has(needs));
  if (gone)
    throw new Error(
      `The database is too new for this build: ${gone.name} took away what builds without ${gone.needs} use. Start a newer build, or use another database.`,
    );
  return unknown.map(({ name }) => name);
}

/** Others have the table: a wait that was too long, or a deadlock with them. */
const BUSY = new Set(['55P03', '40P01']);

/** Whoever uses the table goes first; after some tries it is said who. */
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
    ? 'What it changes is in use all the time, by a transaction that does not end. End that (select * from pg_stat_activity) and start again.'
    : 'Mend it under the same name, or its data, and start again; until then the release before works on.';
  return new Error(`The migration ${name} failed and left nothing of itself; those before it stay: ${error.message}. ${what}`, {
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

/** An index that was broken off stays behind as an invalid one, which no query uses and every write pays for: it goes, before and after. */
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
