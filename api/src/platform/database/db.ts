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
  /** Its commit or rollback was sent. */
  hasEnded: boolean;
  /** What `lock` of `./locks` has taken. */
  held: Set<string>;
  afterCommit: (() => unknown)[];
  afterRollback: (() => unknown)[];
}

const { builtins } = pg.types;
const asText = (value: string) => value;
/** PostgreSQL's own instants (`2027-03-14 18:05:00+00`) as ISO strings; nothing is shifted, infinities stay as they are. */
const asInstant = (value: string) => (value.includes('infinity') ? value : new Date(value).toISOString());

/** Counts and ids beyond what a double holds exactly would be a lie: refuse them. */
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

/** Code still ran in a transaction after its end: an await is missing. Its query would run outside the transaction, on a connection of another call. */
export class TransactionEnded extends Error {
  override name = 'TransactionEnded';
}

function requireOpen(own: Transaction): void {
  if (!own.hasEnded) return;
  const error = new TransactionEnded('A transaction was used after its end: an await is missing.');
  reportAfterwards(error);
  throw error;
}

/** The transaction around the call, if any. @throws when it has ended. */
function currentTransaction(): Transaction | undefined {
  const own = ambient.getStore();
  if (own) requireOpen(own);
  return own;
}

let pool: pg.Pool | null = null;
let sessions: pg.Pool | null = null;
let builder: Kysely<Tables> | null = null;

/** Of a session, and so nothing that a pooler hands on. */
const sessionSettings = {
  statement_timeout: 15_000,
  // Our queries are short and many: starting workers for one takes longer than it saves.
  options: '-c TimeZone=UTC -c max_parallel_workers_per_gather=0',
};

/**
 * Opens the process's one pool. Sizes are connections, times milliseconds.
 * @param pooled the way to the same database by a pooler in transaction mode, if any: statements and transactions go by it. Only what needs
 * a session of its own goes by `connection` then, and nothing is prepared under a name. The settings of a session are the role's:
 * `checkPoolerSettings`.
 * @param replica the way to a streaming replica of it, if any: `readFromReplica` of `./replica` goes by it.
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

/** Connections that stay the same from one statement to the next, also behind a pooler: for whoever listens. */
export const sessionPool = (): pg.Pool => sessions ?? getPool();

/** @throws when a pooler's sessions are not as ours, in one line for an operator. */
export async function checkPoolerSettings(): Promise<void> {
  // Not by a look: that brings a timeout of its own.
  const { rows } = await getPool().query<{ zone: string; timeout: string; role: string }>(
    "select current_setting('TimeZone') as zone, current_setting('statement_timeout') as timeout, quote_ident(current_user) as role",
  );
  const [found] = rows;
  if (!found || (/^(Etc\/)?UTC$/.test(found.zone) && found.timeout !== '0')) return;
  const set = (what: string) => `alter role ${found.role} set ${what};`;
  throw new Error(
    `A pooler hands on no settings of a session, so they must be the role's. Say in the database: ${set("timezone = 'UTC'")} ${set("statement_timeout = '15s'")} ${set('max_parallel_workers_per_gather = 0')} Then end the pooler's connections, and start again.`,
  );
}

/** The pool itself, for what must not join a transaction (notifications of the database). */
export function getPool(): pg.Pool {
  if (!pool) throw new Error('The database is not open');
  return pool;
}

/** Hands Kysely the transaction's client where there is one, so that queries join it wherever they are written. */
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

/** The query builder; inside `transaction` it speaks on that transaction. Await one query before the next one there. */
export function db(): Kysely<Tables> {
  if (!builder) throw new Error('The database is not open');
  return builder;
}

/** A prepared statement for a hot path; behind a pooler a plain one: what was prepared is on another connection the next time. */
export async function preparedQuery<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  const { rows } = await (currentTransaction()?.client ?? replicaClient() ?? getPool()).query<Row>({
    ...(!sessions && { name }),
    text,
    values,
  });
  return rows;
}

/** The statement of a library that brings its SQL along, in the transaction around it where there is one. */
export const query = async (text: string, values?: unknown[]): Promise<pg.QueryResult> =>
  (currentTransaction()?.client ?? replicaClient() ?? getPool()).query(text, values);

const AGAIN_MS = 20;

/**
 * Runs `act` in one transaction; a call within another transaction joins it. Throwing rolls everything back. When the database breaks it
 * off because of another one, `act` runs a second time, from its beginning: so it may do nothing outside of the database but by
 * `afterCommit`, or with an `afterRollback` that takes it back, and keeps nothing in variables around it. The fuzzer breaks off the right
 * call of every endpoint once (`test/fuzz/concurrent-pair.ts`) and compares what is left with what one call leaves.
 */
export async function transaction<T>(act: () => Promise<T>): Promise<T> {
  if (currentTransaction()) return act();
  if (isReadOnlyCall()) throw new Error('A call that says it only reads begins a transaction');
  try {
    return await attempt(act);
  } catch (error) {
    if (!isSerializationConflict(error)) throw error;
    // The other one takes first what it waited for: who is back before it meets it again.
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

/** Less than a statement may take, so that a wait for others is told from a statement that is slow. Of the transaction: a pooler hands on no session's. */
const BEGIN = 'begin; set local lock_timeout = 10000';

/** A test database refuses writes of a transaction that does not hold what they belong to (`test/lock-triggers.ts`): it is told what is held. */
const WATCHED = `${BEGIN}; set local portal.held = ';'`;
let isWatched = false;
export function enableLockChecks(): void {
  isWatched = true;
}

/** What the transaction around this holds, for `lock` of `./locks`. A lock outside of one would be gone at once. */
export function heldLocks(): { held: Set<string>; isWatched: boolean } {
  const own = currentTransaction();
  if (!own) throw new Error('A lock is held until the end of a transaction: there is none');
  return { held: own.held, isWatched };
}

let reportAfterwards: (error: unknown) => void = () => {};

/** Says who is told of what fails after a transaction has ended. */
export function onCallbackError(report: (error: unknown) => void): void {
  reportAfterwards = report;
}

/** What is done cannot be taken back: a failure here reaches neither the caller nor what comes behind it. */
async function runCallback(then: () => unknown): Promise<void> {
  try {
    await then();
  } catch (error) {
    reportAfterwards(error);
  }
}

const inDoubt = new WeakSet<object>();
/** Whether it ended a commit of which nobody knows whether it was done: its answer was lost. */
export const isCommitUnknown = (error: unknown): boolean => typeof error === 'object' && error !== null && inDoubt.has(error);

/** The database itself said that it undid everything: not that it, or the way to it, is going away. */
const isUndone = (error: unknown) =>
  typeof error === 'object' && error !== null && 'severity' in error && !/^(08|57P)/.test(sqlState(error) ?? '');

async function runTransaction<T>(own: Transaction, act: () => Promise<T>): Promise<T> {
  const { client } = own;
  let broken: Error | undefined;
  // A commit whose answer is lost may have happened: then what it names must stay. One that met another transaction has not.
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

/** Runs at once, or when the transaction around it has committed: for what others are told, and for files that no row names any more. What it throws is logged. */
export function afterCommit(act: () => unknown): void {
  const transaction = currentTransaction();
  if (transaction) transaction.afterCommit.push(act);
  else void runCallback(act);
}

const inBackground = new Set<Promise<void>>();

/** As `afterCommit`, for work that the caller does not wait for. A process that closes waits for it: `backgroundDone`. */
export function inBackgroundAfterCommit(act: () => Promise<unknown>): void {
  afterCommit(() => {
    const working = runCallback(act).finally(() => inBackground.delete(working));
    inBackground.add(working);
  });
}

/** Resolves when no background work is under way. */
export async function backgroundDone(): Promise<void> {
  while (inBackground.size > 0) await Promise.all(inBackground);
}

/** Runs when the transaction around it was rolled back: takes back what the database cannot, such as a stored file. */
export function afterRollback(act: () => unknown): void {
  currentTransaction()?.afterRollback.push(act);
}

/**
 * Refuses to go on within a transaction: `what` takes long, or must stay when that one is rolled back, and a connection that waits for
 * another one blocks them all. Do it before: `bindWithPrepare`.
 */
export function requireNoTransaction(what: string): void {
  if (currentTransaction()) throw new Error(`${what} has no place within a transaction: do it before, see bindWithPrepare`);
}
