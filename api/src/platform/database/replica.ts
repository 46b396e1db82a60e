import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { coalesceCalls } from '../concurrency';
import { currentServices, extendContext, findContext } from '../context';
import { sqlState } from './errors';

declare module '../context' {
  interface Context {
    /** Connection to the replica; null: the call reads from the primary. */
    readonly reader?: pg.PoolClient | null;
  }
}

/** Total time for a connection to the replica, for its position and for missing changes; after that the call reads from the primary. */
const WAIT_MS = 100;
const LOOK_AGAIN_MS = 4;
/**
 * Pause after a failed replica read, because each further read would wait in vain. The first pause is shorter: on an idle primary, the flushed
 * position can end within a WAL record. The rest follows with the next write, at most 200 ms later.
 */
const FIRST_REST_MS = 200;
const REST_MS = 1_000;

/** Limits in ms of connections to the replica, so that a hanging replica delays a guard by a few seconds at most. */
export const readerLimits = { connectionTimeoutMillis: 1_000, query_timeout: 5_000 } as const;

/** Identity of the database and a position in its WAL, such as `16/B374D848`. Each promotion begins another timeline. */
interface WalPosition {
  system: string;
  database: string;
  timeline: number;
  position: string;
}

/** Identifier of the cluster, and OID of the database. */
const WHICH = `(select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database`;

/** With `synchronous_commit = on`, the default, a commit has been flushed. A WAL file name begins with its timeline. */
const WRITTEN = `select ${WHICH}, ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as timeline,
  pg_current_wal_flush_lsn()::text as position`;

/** The position is null on a primary. The timeline may lag after a promotion, never run ahead, which is the safe side. */
const REPLAYED = `select ${WHICH}, coalesce(nullif((select min_recovery_end_timeline from pg_control_recovery()), 0),
    (select timeline_id from pg_control_checkpoint())) as timeline,
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`;

/** The replica of a database, and how its reads went. */
export interface Replica {
  pool: pg.Pool;
  /** Reads the position of the primary. Concurrent callers share one query that starts after they called. */
  written: () => Promise<WalPosition>;
  /** Monotonic time in ms until which no call uses the replica. */
  retryAfter: number;
  /** Failed replica reads in a row. */
  missed: number;
  /** Number of read-only calls on each server since the start. */
  readonly counts: { replica: number; database: number };
}

/** The replica connection of the current read-only call, if it uses the replica. */
export const replicaClient = (): pg.PoolClient | null => findContext()?.reader ?? null;

/** Whether the code runs within a read-only call, on the replica or on the primary. */
export const isReadOnlyCall = (): boolean => findContext()?.reader !== undefined;

/** The replica of the API's database, if there is one. */
const currentReplica = (): Replica | null => currentServices().database?.replica ?? null;

/** Number of read-only calls on each server since the start. */
export const replicaReadCounts = (): Readonly<Replica['counts']> => currentReplica()?.counts ?? { replica: 0, database: 0 };

/** Does not connect, because a process starts without its replica, too. */
export function createReplica(pool: pg.Pool, database: pg.Pool): Replica {
  const written = coalesceCalls(async () => {
    const { rows } = await database.query<WalPosition>(WRITTEN);
    if (!rows[0]) throw new Error('The database returned no position');
    return rows[0];
  });
  return { pool, written, retryAfter: 0, missed: 0, counts: { replica: 0, database: 0 } };
}

/** Converts a position to a number: `16/B374D848` is 0x16 and 0xB374D848. */
const placeOf = (position: string): bigint => {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** The replica was not read; the message is for the operator. */
class ReplicaSkipped extends Error {}

/** The replica did not answer in time; its answer may still arrive. */
class ReplicaTimeout extends ReplicaSkipped {}

const BEHIND = `it is behind by more than ${WAIT_MS} ms`;

/** Waits for a promise until the time `until`, then throws with `why`; a later value goes to `late`. */
async function within<T>(until: number, why: string, waiting: Promise<T>, late: (came: T) => void): Promise<T> {
  const ended = new AbortController();
  const over = pause(Math.max(0, until - performance.now()), null, { signal: ended.signal }).catch(() => null);
  const came = await Promise.race([waiting.then((value) => ({ value })), over]);
  ended.abort();
  if (came) return came.value;
  waiting.then(late, () => undefined);
  throw new ReplicaTimeout(why);
}

/** Returns a connection to the replica that has replayed the wanted position. @throws if that takes longer than WAIT_MS. */
async function checkOutCaughtUp({ pool }: Replica, wanted: WalPosition): Promise<pg.PoolClient> {
  const until = performance.now() + WAIT_MS;
  // Once the replica has replied that it is behind, this is the reason, even if the next query times out.
  let why = `it does not answer within ${WAIT_MS} ms`;
  const client = await within(until, why, pool.connect(), (late) => late.release());
  try {
    for (;;) {
      const { rows } = await within(
        until,
        why,
        client.query<Omit<WalPosition, 'position'> & { position: string | null }>(REPLAYED),
        () => {},
      );
      const [its] = rows;
      if (its?.position == null) throw new ReplicaSkipped('it is no replica: it takes writes itself');
      if (its.system !== wanted.system || its.database !== wanted.database)
        throw new ReplicaSkipped('it is the replica of another database');
      if (its.timeline !== wanted.timeline) throw new ReplicaSkipped('it follows another timeline than the database');
      if (placeOf(its.position) >= placeOf(wanted.position)) return client;
      why = BEHIND;
      if (performance.now() > until) throw new ReplicaSkipped(BEHIND);
      await pause(LOOK_AGAIN_MS);
    }
  } catch (error) {
    // A connection with a pending answer must not be reused.
    client.release(!(error instanceof ReplicaSkipped) || error instanceof ReplicaTimeout);
    throw error;
  }
}

/**
 * Runs the read-only function `read` on the replica if it has replayed all commits before this call, so that a caller reads its own writes.
 * Otherwise, and if the replica fails during `read`, runs it on the primary, a second time if necessary. All queries of `read` use the
 * connection that was checked.
 * @param isAnswer whether an error of `read` is a result, such as "not found", and not a failure.
 */
export async function readFromReplica<T>(read: () => Promise<T>, isAnswer: (error: unknown) => boolean): Promise<T> {
  const way = currentReplica();
  if (!way || performance.now() < way.retryAfter) return byDatabase(read);
  // An error of the primary does not count against the replica.
  const wanted = await way.written().catch(() => null);
  if (!wanted) return byDatabase(read);
  let client: pg.PoolClient;
  try {
    client = await checkOutCaughtUp(way, wanted);
  } catch (error) {
    backOff(way, error);
    return byDatabase(read);
  }
  let broke: unknown = null;
  try {
    const found = await extendContext({ reader: client }, read);
    return found;
  } catch (error) {
    if (isAnswer(error)) throw error;
    broke = error;
  } finally {
    client.release(broke !== null);
    if (broke === null) took(way);
  }
  backOff(way, broke);
  return byDatabase(read);
}

function byDatabase<T>(read: () => Promise<T>): Promise<T> {
  const replica = currentReplica();
  if (replica) replica.counts.database += 1;
  return extendContext({ reader: null }, read);
}

function took(way: Replica): void {
  way.counts.replica += 1;
  if (way.missed > 1) currentServices().reports.replicaStatus(null);
  way.missed = 0;
}

/** The message of a database error may quote values of the query. */
const wordsOf = (error: unknown) => (error instanceof ReplicaSkipped ? error.message : `it failed (${sqlState(error) ?? 'no SQL state'})`);

function backOff(way: Replica, error: unknown): void {
  // Concurrent failures count as one.
  if (performance.now() < way.retryAfter) return;
  way.missed += 1;
  way.retryAfter = performance.now() + (way.missed === 1 ? FIRST_REST_MS : REST_MS);
  if (way.missed === 2) currentServices().reports.replicaStatus(wordsOf(error));
}
