import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { currentContext, currentServices, extendContext, findContext } from '../context';
import { withSpan, withStatementSpan } from '../spans';
import { isSerializationConflict, sqlState } from './errors';
import { createHealthPools, type HealthPools } from './health-pool';
import { openedDatabase } from './opened';
import { createReplica, isReadOnlyCall, type Replica, readerLimits, replicaClient } from './replica';
import type { Tables } from './tables';

export type Connection = pg.PoolConfig;

export interface Transaction {
  client: pg.PoolClient;
  /** COMMIT or ROLLBACK was sent. */
  hasEnded: boolean;
  /** Places that `lock` of `./locks` has locked. */
  held: Set<string>;
  afterCommit: (() => unknown)[];
  afterRollback: (() => unknown)[];
}

declare module '../context' {
  interface Context {
    readonly transaction?: Transaction;
  }
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

/** Code used a transaction after its end, because an await is missing. The query would run outside the transaction. */
export class TransactionEnded extends Error {
  override name = 'TransactionEnded';
}

function requireOpen(own: Transaction): void {
  if (!own.hasEnded) return;
  const error = new TransactionEnded('A transaction was used after its end: an await is missing.');
  currentContext().services.reports.callbackError(error);
  throw error;
}

/** The surrounding transaction, if any. @throws if it has ended. */
function currentTransaction(): Transaction | undefined {
  const own = findContext()?.transaction;
  if (own) requireOpen(own);
  return own;
}

export interface DatabaseConnections {
  direct: Connection;
  /**
   * Connection to the same database by a pooler in transaction mode, if any. Statements and transactions use it, without named prepared
   * statements; only code that needs a session uses `direct`. The session settings must then belong to the role: `checkPoolerSettings`.
   */
  pooled?: Connection | null;
  /** Connection to a streaming replica of the database, if any, for `readFromReplica` of `./replica`. */
  replica?: Connection | null;
  /** Test databases reject writes without the matching lock (`test/lock-triggers.ts`). */
  checksLocks?: boolean;
}

/** The open connection pools of an API. */
export interface Database {
  readonly pool: pg.Pool;
  /** Connections with a session, in addition to `pool` behind a pooler. */
  readonly sessions: pg.Pool | null;
  readonly health: HealthPools;
  readonly replica: Replica | null;
  readonly builder: Kysely<Tables>;
  readonly checksLocks: boolean;
  /** Work that `inBackgroundAfterCommit` has begun. */
  readonly background: Set<Promise<void>>;
  close(): Promise<void>;
}

/** Settings of a session: a pooler in transaction mode does not forward them. */
const sessionSettings = {
  statement_timeout: 15_000,
  // Our queries are short and many: starting parallel workers costs more time than it saves.
  options: '-c TimeZone=UTC -c max_parallel_workers_per_gather=0',
};

/** Creates the connection pools of an API, which connect with their first query. */
export function createDatabase({ direct, pooled = null, replica = null, checksLocks = false }: DatabaseConnections): Database {
  const common = { max: 20, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, types: types as pg.CustomTypesConfig };
  const pool = new pg.Pool({ ...common, ...(pooled ?? { ...sessionSettings, ...direct }) });
  const sessions = pooled && new pg.Pool({ ...common, ...sessionSettings, ...direct, max: 3 });
  const readers = replica && new pg.Pool({ ...common, ...sessionSettings, ...replica, ...readerLimits });
  const pools = [pool, sessions, readers].filter((one) => one !== null);
  // Without listeners a dropped backend ends the process.
  for (const one of pools) one.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  const health = createHealthPools({ ...(pooled ?? direct), types: types as pg.CustomTypesConfig });
  return {
    pool,
    sessions,
    health,
    replica: readers && createReplica(readers, pool),
    builder: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: contextPool as unknown as PostgresPool }) }),
    checksLocks,
    background: new Set(),
    close: async () => void (await Promise.all([...pools.map((one) => one.end()), health.close()])),
  };
}

/** Connections with a session, also behind a pooler, for LISTEN and session locks. */
export const sessionPool = (): pg.Pool => openedDatabase().sessions ?? getPool();

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
export const getPool = (): pg.Pool => openedDatabase().pool;

/** Gives Kysely the client of the surrounding transaction, so that its queries join the transaction. */
const contextPool = {
  async connect() {
    const own = currentTransaction();
    const shared = own?.client ?? replicaClient();
    const client = shared ?? (await getPool().connect());
    return {
      query: (text: string, values: unknown[]) => {
        if (own) requireOpen(own);
        return withStatementSpan(text, () => client.query(text, values));
      },
      release: () => (shared ? undefined : client.release()),
    };
  },
  async end() {},
};

/** The query builder; within `transaction` it uses that transaction. Await each query before the next one there. */
export const db = (): Kysely<Tables> => openedDatabase().builder;

/** A prepared statement for a hot path. Behind a pooler it is not named: the next call may use another connection, without the statement. */
export async function preparedQuery<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  const client = currentTransaction()?.client ?? replicaClient() ?? getPool();
  const statement = { ...(!openedDatabase().sessions && { name }), text, values };
  return (await withStatementSpan(text, () => client.query<Row>(statement))).rows;
}

/** Runs the SQL of a library, in the surrounding transaction if any. */
export const query = async (text: string, values?: unknown[]): Promise<pg.QueryResult> => {
  const client = currentTransaction()?.client ?? replicaClient() ?? getPool();
  return withStatementSpan(text, () => client.query(text, values));
};

const AGAIN_MS = 20;
/** A deletion can deadlock with a call of its guard, and then find other jobs because the same call has committed. */
const MOST_RUNS = 3;

/**
 * Runs `act` in one transaction; a nested call joins the surrounding one. An error rolls back. On a conflict (deadlock, serialization failure)
 * `act` runs again from the start, three times at most. So `act` has side effects outside the database only in `afterCommit`, or with an `afterRollback` that
 * undoes them, and it changes no variables around it. The fuzzer causes one conflict in a call of every endpoint
 * (`test/fuzz/concurrent-pair.ts`) and compares the result with one call.
 */
export async function transaction<T>(act: () => Promise<T>): Promise<T> {
  if (currentTransaction()) return act();
  if (isReadOnlyCall()) throw new Error('A read-only call must not begin a transaction');
  for (let run = 1; ; run++) {
    try {
      return await attempt(act);
    } catch (error) {
      if (!isSerializationConflict(error) || run === MOST_RUNS) throw error;
      // Without the pause this transaction would meet the same lock again before the other one gets it.
      await pause(AGAIN_MS * run * (1 + Math.random()));
    }
  }
}

async function attempt<T>(act: () => Promise<T>): Promise<T> {
  const own: Transaction = { client: await getPool().connect(), hasEnded: false, held: new Set(), afterCommit: [], afterRollback: [] };
  const result = await withSpan('transaction', { 'db.system.name': 'postgresql' }, () => runTransaction(own, act));
  for (const then of own.afterCommit) await runCallback(then);
  return result;
}

/** Below the statement timeout, so that a lock wait differs from a slow statement. `local`, because a pooler forwards no session settings. */
const BEGIN = 'begin; set local lock_timeout = 10000';

/** For the lock checks of test databases: the setting lists the locks. */
const CHECKED = `${BEGIN}; set local portal.held = ';'`;

/** The locks of the surrounding transaction, for `lock` of `./locks`. @throws outside a transaction, where a lock would end immediately. */
export function heldLocks(): { held: Set<string>; checksLocks: boolean } {
  const own = currentTransaction();
  if (!own) throw new Error('A lock needs a transaction, and there is none');
  return { held: own.held, checksLocks: openedDatabase().checksLocks };
}

/** The transaction has ended: an error here must not reach the caller or stop the next callback. */
async function runCallback(then: () => unknown): Promise<void> {
  try {
    await then();
  } catch (error) {
    // Also after the close.
    currentContext().services.reports.callbackError(error);
  }
}

/** Marks an error as a lost answer to COMMIT. */
const COMMIT_UNKNOWN = Symbol('commit unknown');
/** Whether the error is a lost answer to COMMIT: the transaction may or may not be committed. */
export const isCommitUnknown = (error: unknown): boolean => typeof error === 'object' && error !== null && COMMIT_UNKNOWN in error;

/** Whether the database itself reports that it rolled back, in contrast to a lost connection or a shutdown (classes 08, 57P). */
const isUndone = (error: unknown) =>
  typeof error === 'object' && error !== null && 'severity' in error && !/^(08|57P)/.test(sqlState(error) ?? '');

async function runTransaction<T>(own: Transaction, act: () => Promise<T>): Promise<T> {
  const { client } = own;
  let broken: Error | undefined;
  // After a lost answer to COMMIT the transaction may be committed: stored files stay. After a conflict it is not committed.
  let isCommitting = false;
  try {
    await client.query(openedDatabase().checksLocks ? CHECKED : BEGIN);
    const result = await extendContext({ transaction: own }, act);
    isCommitting = true;
    own.hasEnded = true;
    await client.query('commit');
    return result;
  } catch (error) {
    own.hasEnded = true;
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    if (isCommitting && !isUndone(error)) Object.assign(error as Error, { [COMMIT_UNKNOWN]: true });
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

/** As `afterCommit`, for work that the caller does not await. The close of the process awaits it by `waitForBackground`. */
export function inBackgroundAfterCommit(act: () => Promise<unknown>): void {
  afterCommit(() => {
    const { background } = openedDatabase();
    const working = runCallback(act).finally(() => background.delete(working));
    background.add(working);
  });
}

/** Resolves once no background work is running. */
export async function waitForBackground(): Promise<void> {
  const background = currentServices().database?.background;
  while (background?.size) await Promise.all(background);
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
