import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { coalesceCalls } from '../concurrency';
import { sqlState } from './errors';

/** How long a reading waits for a connection to the replica, for its word and for what it still lacks; then the database itself is read. */
const WAIT_MS = 100;
const LOOK_AGAIN_MS = 4;
/**
 * After a reading that it did not take the replica is not asked for so long: each one would wait in vain. The first time shorter: where a
 * database rests, what it has flushed can end within a record, whose rest comes by its next write, 200 ms later at most.
 */
const FIRST_REST_MS = 200;
const REST_MS = 1_000;

/** Of the readers' connections, in ms. A replica that hangs must not be waited for longer than a guard waits. */
export const readerLimits = { connectionTimeoutMillis: 1_000, query_timeout: 5_000 } as const;

/** Which database, and where its log is: `16/B374D848` of a timeline, which is another one after each promotion. */
interface WalPosition {
  system: string;
  database: string;
  timeline: number;
  position: string;
}

/** The system that a server belongs to, and which of its databases this is. */
const WHICH = `(select system_identifier::text from pg_control_system()) as system,
  (select oid::text from pg_database where datname = current_database()) as database`;

/** What is committed has been flushed where `synchronous_commit` is on, as it is by default. The name of a file of the log begins with its timeline. */
const WRITTEN = `select ${WHICH}, ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int as timeline,
  pg_current_wal_flush_lsn()::text as position`;

/** Without a position where it is no replica. Its timeline is the one that it has replayed for sure: a promotion it hears of late is late on the safe side. */
const REPLAYED = `select ${WHICH}, coalesce(nullif((select min_recovery_end_timeline from pg_control_recovery()), 0),
    (select timeline_id from pg_control_checkpoint())) as timeline,
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`;

interface Replica {
  pool: pg.Pool;
  /** Where the database is now. One asking serves all that came before it began. */
  written: () => Promise<WalPosition>;
  /** The monotonic time until which nothing is read by it, in ms. */
  retryAfter: number;
  /** Readings in a row that it did not take. */
  missed: number;
}

/** Says that readings go by the database itself for longer than a moment, and why; null: that they go by the replica again. */
export type TellReplica = (why: string | null) => void;

let replica: Replica | null = null;
let tell: TellReplica = () => {};
const counts = { replica: 0, database: 0 };

/** The connection to the replica of a reading that goes by it; null: it goes by the database. */
const readers = new AsyncLocalStorage<pg.PoolClient | null>();

/** The connection to the replica within a reading that goes by it. */
export const replicaClient = (): pg.PoolClient | null => readers.getStore() ?? null;

/** Whether this is within a reading, by whatever way. */
export const isReadOnlyCall = (): boolean => readers.getStore() !== undefined;

/** How many readings went by which way, since the process began. */
export const replicaReadCounts = (): Readonly<typeof counts> => counts;

/** Says who is told when readings leave the replica and when they come back to it. */
export function onReplicaStatus(told: TellReplica): void {
  tell = told;
}

/** Opens the way to the replica: `openDatabase` does. Nothing is asked yet: a process starts without its replica, too. */
export function openReplica(pool: pg.Pool, database: pg.Pool): void {
  const written = coalesceCalls(async () => {
    const { rows } = await database.query<WalPosition>(WRITTEN);
    if (!rows[0]) throw new Error('The database does not say where it is');
    return rows[0];
  });
  replica = { pool, written, retryAfter: 0, missed: 0 };
}

export async function closeReplica(): Promise<void> {
  const closing = replica;
  replica = null;
  await closing?.pool.end();
}

/** A position as a number: `16/B374D848` is 0x16 and 0xB374D848. */
const placeOf = (position: string): bigint => {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** Why a replica was not read, in words for an operator. */
class ReplicaSkipped extends Error {}

/** Thrown while an answer was still to come. */
class ReplicaTimeout extends ReplicaSkipped {}

const BEHIND = `it is behind by more than ${WAIT_MS} ms`;

/** What is waited for no longer than until then, or that it is late, and `why`; `late` does away with what comes after that. */
async function within<T>(until: number, why: string, waiting: Promise<T>, late: (came: T) => void): Promise<T> {
  const ended = new AbortController();
  const over = pause(Math.max(0, until - performance.now()), null, { signal: ended.signal }).catch(() => null);
  const came = await Promise.race([waiting.then((value) => ({ value })), over]);
  ended.abort();
  if (came) return came.value;
  waiting.then(late, () => undefined);
  throw new ReplicaTimeout(why);
}

/** A connection to the replica that has everything which was committed before; @throws when there is none in time. */
async function checkOutCaughtUp({ pool }: Replica, wanted: WalPosition): Promise<pg.PoolClient> {
  const until = performance.now() + WAIT_MS;
  // Once it has said that it lacks something, that is the reason, also where the time ends while it is asked again.
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
    // One whose answer is still to come nobody else may have.
    client.release(!(error instanceof ReplicaSkipped) || error instanceof ReplicaTimeout);
    throw error;
  }
}

/**
 * Runs `read`, which only reads, by the replica where there is one and it has all that was committed before this call: so whoever has just
 * written reads what they wrote. Else, and when the replica fails under it, by the database; `read` then runs a second time. It has one
 * connection for all of its questions, so that what was looked at is what answers.
 * @param isAnswer whether what `read` threw is what it found, not a failure.
 */
export async function readFromReplica<T>(read: () => Promise<T>, isAnswer: (error: unknown) => boolean): Promise<T> {
  const way = replica;
  if (!way || performance.now() < way.retryAfter) return byDatabase(read);
  // What the database cannot say is no fault of the replica's.
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
    const found = await readers.run(client, read);
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
  if (replica) counts.database += 1;
  return readers.run(null, read);
}

function took(way: Replica): void {
  counts.replica += 1;
  if (way.missed > 1) tell(null);
  way.missed = 0;
}

/** A failure's own words may quote what was asked for. */
const wordsOf = (error: unknown) =>
  error instanceof ReplicaSkipped ? error.message : `it broke off (${sqlState(error) ?? 'no SQL state'})`;

function backOff(way: Replica, error: unknown): void {
  // Those that asked at the same time are one.
  if (performance.now() < way.retryAfter) return;
  way.missed += 1;
  way.retryAfter = performance.now() + (way.missed === 1 ? FIRST_REST_MS : REST_MS);
  if (way.missed === 2) tell(wordsOf(error));
}
