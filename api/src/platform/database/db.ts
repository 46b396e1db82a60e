import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { isSerializationConflict, sqlState } from './errors';
import { closeHealthPool, openHealthPool } from './health-pool';
import { closeReplica, isReadOnlyCall, openReplica, readerLimits, replicaClient } from './replica';
import type { Tables } from './tables';

export type Connection = pg.PoolConfig;

interface Transaction {
  client: pg.PoolClient;
  /** COMMIT or ROLLBACK was sent. */
  hasEnded: boolean;
  /** Places that `lock` of `./locks` has locked. */
  held: Set<string>;
  afterCommit: (() => unknown)[];
  afterRollback: (() => unknown)[];
}

const { builtins } = pg.types;
const asText = (value: string) => value;
/** Converts PostgreSQL's instants (`2027-03-14 18:05:00+00`) to ISO strings; infinities stay unchanged. */
const asInstant = (value: string) => (value.includes('infinity') ? value : new Date(value).toISOString());

/** A count or an id above 2^53 would lose digits as a number. */
function asSafeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error('A bigint is beyond the safe range');
  return number;
}

const parsers: Record<number, (value: string) => unknown> = {
  [builtins.DATE]: asText,
  [builtins.TIMESTAMP]: asText,
  [builtins.TIMESTAMPTZ]: asInstant,
  [builtins.INT8]: asSafeNumber,
  [builtins.NUMERIC]: asText,
};
const types = { getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers[oid] ?? pg.types.getTypeParser(oid, format as 'text') };

const ambient = new AsyncLocalStorage<Transaction>();

/** Code used a transaction after its end, because an await is missing. The query would run outside the transaction. */
export class TransactionEnded extends Error {
  override name = 'TransactionEnded';
}

function requireOpen(own: Transaction): void {
  if (!own.hasEnded) return;
  const error = new TransactionEnded('A transaction was used after its end: an await is missing.');
  reportAfterwards(error);
  throw error;
}

/** The surrounding transaction, if any. @throws if it has ended. */
function currentTransaction(): Transaction | undefined {
  const own = ambient.getStore();
  if (own) requireOpen(own);
  return own;
}

let pool: pg.Pool | null = null;
let sessions: pg.Pool | null = null;
let builder: Kysely<Tables> | null = null;

/** Settings of a session: a pooler in transaction mode does not forward them. */
const sessionSettings = {
  statement_timeout: 15_000,
  // Our queries are short and many: starting parallel workers costs more time than it saves.
  options: '-c TimeZone=UTC -c max_parallel_workers_per_gather=0',
};

/**
 * Opens the connection pools of the process.
 * @param pooled connection to the same database by a pooler in transaction mode, if any. Statements and transactions use it, without named
 * prepared statements; only code that needs a session uses `connection`. The session settings must then belong to the role:
 * `checkPoolerSettings`.
 * @param replica connection to a streaming replica of the database, if any, for `readFromReplica` of `./replica`.
 */
export function openDatabase(connection: Connection, pooled: Connection | null = null, replica: Connection | null = null): void {
  const common = { max: 20, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, types: types as pg.CustomTypesConfig };
  pool = new pg.Pool({ ...common, ...(pooled ?? { ...sessionSettings, ...connection }) });
  sessions = pooled && new pg.Pool({ ...common, ...sessionSettings, ...connection, max: 2 });
  const readers = replica && new pg.Pool({ ...common, ...sessionSettings, ...replica, ...readerLimits });
  if (readers) openReplica(readers, pool);
  // Without listeners a dropped backend ends the process.
  for (const one of [pool, sessions, readers]) one?.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  openHealthPool({ ...(pooled ?? connection), types: types as pg.CustomTypesConfig });
  builder = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: ambientPool as unknown as PostgresPool }) });
}

export async function closeDatabase(): Promise<void> {
  const closing = [pool, sessions];
  pool = null;
  sessions = null;
  builder = null;
  await Promise.all([...closing.map((one) => one?.end()), closeHealthPool(), closeReplica()]);
}

/** Connections with a session, also behind a pooler, for LISTEN and session locks. */
export const sessionPool = (): pg.Pool => sessions ?? getPool();

/** @throws if the pooler's session settings differ from ours, with a one-line message for the operator. */
export async function checkPoolerSettings(): Promise<void> {
  // Not by `healthQuery`: its connections set a timeout themselves.
  const { rows } = await getPool().query<{ zone: string; timeout: string; role: string }>(
    "select current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout, quote_ident(current_user) as role",
  );
  const [found] = rows;
  if (!found || (/^(Etc\/)?UTC$/.test(found.zone) && found.timeout !== '0')) return;
  const set = (what: string) => `alter role ${found.role} set ${what};`;
  throw new Error(
    `A pooler does not forward session settings, so the role must have them. Run in the database: ${set("timezone = 'UTC'")} ${set("statement_timeout = '15s'")} ${set('max_parallel_workers_per_gather = 0')} Then end the pooler's connections, and start again.`,
  );
}

/** The pool, for queries that must not join a transaction. */
export function getPool(): pg.Pool {
  if (!pool) throw new Error('The database is not open');
  return pool;
}

/** Gives Kysely the client of the surrounding transaction, so that its queries join the transaction. */
const ambientPool = {
  async connect() {
    const own = currentTransaction();
    const client = own?.client ?? replicaClient();
    if (!client) return getPool().connect();
    const query = client.query.bind(client) as (...values: unknown[]) => unknown;
    if (!own) return { query, release: () => {} };
    return {
      query: (...values: unknown[]) => {
        requireOpen(own);
        return query(...values);
      },
      release: () => {},
    };
  },
  async end() {},
};

/** The query builder; within `transaction` it uses that transaction. Await each query before the next one there. */
export function db(): Kysely<Tables> {
  if (!builder) throw new Error('The database is not open');
  return builder;
}

/** A prepared statement for a hot path. Behind a pooler it is not named: the next call may use another connection, without the statement. */
export async function preparedQuery<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await (currentTransaction()?.client ?? replicaClient() ?? getPool()).query<Row>({
    ...(!sessions && { name }),
    text,
    values,
  });
  return rows;
}

/** Runs the SQL of a library, in the surrounding transaction if any. */
export const query = async (text: string, values?: unknown[]): Promise<pg.QueryResult> =>
  (currentTransaction()?.client ?? replicaClient() ?? getPool()).query(text, values);

const AGAIN_MS = 20;

/**
 * Runs `act` in one transaction; a nested call joins the surrounding one. An error rolls back. On a conflict (deadlock, serialization failure)
 * `act` runs once more from the start. So `act` has side effects outside the database only in `afterCommit`, or with an `afterRollback` that
 * undoes them, and it changes no variables around it. The fuzzer causes one conflict in a call of every endpoint
 * (`test/fuzz/concurrent-pair.ts`) and compares the result with one call.
 */
export async function transaction<T>(act: () => Promise<T>): Promise<T> {
  if (currentTransaction()) return act();
  if (isReadOnlyCall()) throw new Error('A read-only call must not begin a transaction');
  try {
    return await attempt(act);
  } catch (error) {
    if (!isSerializationConflict(error)) throw error;
    // Without the pause this transaction would meet the same lock again before the other one gets it.
    await pause(AGAIN_MS * (1 + Math.random()));
    return attempt(act);
  }
}

async function attempt<T>(act: () => Promise<T>): Promise<T> {
  const own: Transaction = { client: await getPool().connect(), hasEnded: false, held: new Set(), afterCommit: [], afterRollback: [] };
  const result = await runTransaction(own, act);
  for (const then of own.afterCommit) await runCallback(then);
  return result;
}

/** Below the statement timeout, so that a lock wait differs from a slow statement. `local`, because a pooler forwards no session settings. */
const BEGIN = 'begin; set local lock_timeout = 10000';

/** Test databases reject writes without the matching lock (`test/lock-triggers.ts`); this setting lists the locks. */
const WATCHED = `${BEGIN}; set local portal.held = ';'`;
let isWatched = false;
export function enableLockChecks(): void {
  isWatched = true;
}

/** The locks of the surrounding transaction, for `lock` of `./locks`. @throws outside a transaction, where a lock would end immediately. */
export function heldLocks(): { held: Set<string>; isWatched: boolean } {
  const own = currentTransaction();
  if (!own) throw new Error('A lock needs a transaction, and there is none');
  return { held: own.held, isWatched };
}

let reportAfterwards: (error: unknown) => void = () => {};

/** Sets the reporter of errors that occur after the end of a transaction. */
export function onCallbackError(report: (error: unknown) => void): void {
  reportAfterwards = report;
}

/** The transaction has ended: an error here must not reach the caller or stop the next callback. */
async function runCallback(then: () => unknown): Promise<void> {
  try {
    await then();
  } catch (error) {
    reportAfterwards(error);
  }
}

const inDoubt = new WeakSet<object>();
/** Whether the error is a lost answer to COMMIT: the transaction may or may not be committed. */
export const isCommitUnknown = (error: unknown): boolean => typeof error === 'object' && error !== null && inDoubt.has(error);

/** Whether the database itself reports that it rolled back, in contrast to a lost connection or a shutdown (classes 08, 57P). */
const isUndone = (error: unknown) =>
  typeof error === 'object' && error !== null && 'severity' in error && !/^(08|57P)/.test(sqlState(error) ?? '');

async function runTransaction<T>(own: Transaction, act: () => Promise<T>): Promise<T> {
  const { client } = own;
  let broken: Error | undefined;
  // After a lost answer to COMMIT the transaction may be committed: stored files stay. After a conflict it is not committed.
  let isCommitting = false;
  try {
    await client.query(isWatched ? WATCHED : BEGIN);
    const result = await ambient.run(own, act);
    isCommitting = true;
    own.hasEnded = true;
    await client.query('commit');
    return result;
  } catch (error) {
    own.hasEnded = true;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    if (isCommitting && !isUndone(error)) inDoubt.add(error as Error);
    if (!isCommitting || isSerializationConflict(error)) for (const then of own.afterRollback) await runCallback(then);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `act` after the commit of the surrounding transaction, or immediately without one: for live events and orphan files. Logs its errors. */
export function afterCommit(act: () => unknown): void {
  const transaction = currentTransaction();
  if (transaction) transaction.afterCommit.push(act);
  else void runCallback(act);
}

const inBackground = new Set<Promise<void>>();

/** As `afterCommit`, for work that the caller does not await. The close of the process awaits it by `backgroundDone`. */
export function inBackgroundAfterCommit(act: () => Promise<unknown>): void {
  afterCommit(() => {
    const working = runCallback(act).finally(() => inBackground.delete(working));
    inBackground.add(working);
  });
}

/** Resolves once no background work is running. */
export async function backgroundDone(): Promise<void> {
  while (inBackground.size > 0) await Promise.all(inBackground);
}

/** Runs `act` after a rollback of the surrounding transaction, to undo effects outside the database, such as a stored file. */
export function afterRollback(act: () => unknown): void {
  currentTransaction()?.afterRollback.push(act);
}

/**
 * @throws within a transaction. `what` takes long or must survive a rollback; a connection that waits for another one of the pool can block
 * all calls. Do the work before the transaction: `bindWithPrepare`.
 */
export function requireNoTransaction(what: string): void {
  if (currentTransaction()) throw new Error(`${what} must not run within a transaction: do it before, see bindWithPrepare`);
}
