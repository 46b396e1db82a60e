import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { shareLooks } from '../work/turns';
import { isAwayOrBusy } from './away';

/** A reading waits for so long until the replica is where the database was when the call came; then the database itself is read. */
const WAIT_MS = 100;
const LOOK_AGAIN_MS = 4;
/**
 * After a reading that it did not take the replica is not asked for so long: each one would wait in vain. The first time shorter: where a
 * database rests, what it has flushed can end within a record, whose rest comes by its next write, 200 ms later at most.
 */
const FIRST_REST_MS = 200;
const REST_MS = 1_000;

/** Where a log of PostgreSQL is, as `16/B374D848`. */
type Position = string;
interface Database {
  system: string;
  position: Position;
}
interface Replica {
  pool: pg.Pool;
  /** Where the database is now, and which one it is. One asking serves all that came before it began. */
  written: () => Promise<Database>;
  /** How far the replica is; null when it is none. */
  replayed: () => Promise<(Omit<Database, 'position'> & { position: Position | null }) | null>;
  /** The monotonic time until which nothing is read by it, in ms. */
  restsUntil: number;
  /** Readings in a row that it did not take. */
  missed: number;
}

/** Says that readings go by the database itself for longer than a moment, and why; null: that they go by the replica again. */
export type TellReplica = (why: string | null) => void;

let replica: Replica | null = null;
let tell: TellReplica = () => {};
const counts = { replica: 0, database: 0 };
const readers = new AsyncLocalStorage<pg.Pool>();

/** The replica's pool within a reading that goes by it. */
export const readingPool = (): pg.Pool | undefined => readers.getStore();

/** How many readings went by which way, since the process began. */
export const readings = (): Readonly<typeof counts> => counts;

/** Says who is told when readings leave the replica and when they come back to it. */
export function onReplica(told: TellReplica): void {
  tell = told;
}

/**
 * Opens the way to the replica: `openDatabase` does. Nothing is asked yet: a process starts without its replica, too. What is committed has
 * been flushed where `synchronous_commit` is on, as it is by default, so that the place up to which the database has flushed is after it.
 */
export function openReplica(pool: pg.Pool, database: pg.Pool): void {
  const system = '(select system_identifier::text from pg_control_system()) as system';
  const first = async <Row extends pg.QueryResultRow>(by: pg.Pool, text: string) => (await by.query<Row>(text)).rows[0];
  replica = {
    pool,
    written: shareLooks(async () => {
      const row = await first<Database>(database, `select ${system}, pg_current_wal_flush_lsn()::text as position`);
      if (!row) throw new Error('The database does not say where it is');
      return row;
    }),
    replayed: shareLooks(
      async () =>
        (await first<{ system: string; position: Position | null }>(
          pool,
          `select ${system}, case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`,
        )) ?? null,
    ),
    restsUntil: 0,
    missed: 0,
  };
}

export async function closeReplica(): Promise<void> {
  const closing = replica;
  replica = null;
  await closing?.pool.end();
}

/** Two positions as numbers: `16/B374D848` is 0x16 and 0xB374D848. */
const placeOf = (position: Position): bigint => {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** Resolves when the replica has everything that was committed before; @throws when it has not in time, or is none. */
async function caughtUp(way: Replica): Promise<void> {
  const { system, position } = await way.written();
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const its = await way.replayed();
    if (its?.position == null) throw new Error('it is no replica: it takes writes itself');
    if (its.system !== system) throw new Error('it is the replica of another database');
    if (placeOf(its.position) >= placeOf(position)) return;
    if (performance.now() > until) throw new Error(`it is behind by more than ${WAIT_MS} ms`);
    await pause(LOOK_AGAIN_MS);
  }
}

/**
 * Runs `read`, which only reads, by the replica where there is one and it has all that was committed before this call: so whoever has just
 * written reads what they wrote. Else, and when the replica fails under it, by the database; `read` then runs a second time.
 */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  const way = replica;
  if (!way || performance.now() < way.restsUntil) return byDatabase(read);
  try {
    await caughtUp(way);
  } catch (error) {
    leave(way, (error as Error).message);
    return byDatabase(read);
  }
  if (way.missed > 1) tell(null);
  way.missed = 0;
  try {
    const result = await readers.run(way.pool, read);
    counts.replica += 1;
    return result;
  } catch (error) {
    if (!isAwayOrBusy(error)) throw error;
    leave(way, (error as Error).message);
    return byDatabase(read);
  }
}

function byDatabase<T>(read: () => Promise<T>): Promise<T> {
  if (replica) counts.database += 1;
  return read();
}

function leave(way: Replica, why: string): void {
  // Those that asked at the same time are one.
  if (performance.now() < way.restsUntil) return;
  way.missed += 1;
  way.restsUntil = performance.now() + (way.missed === 1 ? FIRST_REST_MS : REST_MS);
  if (way.missed === 2) tell(why);
}
