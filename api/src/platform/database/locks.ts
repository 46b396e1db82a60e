import { type RawBuilder, sql } from 'kysely';
import { currentServices } from '../context';
import { db, heldLocks } from './db';

/**
 * Kinds of locks in the order in which they are acquired; within a kind in the order of ids. All other rows need no lock, because they belong to:
 * - a job: shifts, applications, assignments, breaks;
 * - a guard: leave, money, documents, contacts, sessions;
 * - a room: messages, read receipts.
 * SOS have a lock per assignment, so that no other write on the job delays a call for help.
 */
const order = ['job', 'guard', 'room', 'sos'] as const;
export type LockKind = (typeof order)[number];
export type LockRequest = Partial<Record<LockKind, string | readonly string[]>>;

function statementOf(kind: LockKind, id: string, strength: RawBuilder<unknown>): RawBuilder<unknown> {
  // Not the row of the assignment, because other writes lock it.
  if (kind === 'sos') return sql`select pg_advisory_xact_lock(hashtextextended(${`sos ${id}`}, 0))`;
  const tables = currentServices().hooks.lockedTables;
  if (!tables) throw new Error(`Without domains no ${kind} can be locked`);
  return sql`select from ${sql.table(tables[kind])} where id = ${id} ${strength}`;
}

const lockKey = (kind: LockKind, id: string) => `${order.indexOf(kind)} ${id}`;
const named = (place: string) => `${order[Number(place[0])]} ${place.slice(2)}`;

function wantedPlaces(wanted: LockRequest): { kind: LockKind; id: string; place: string }[] {
  return order.flatMap((kind) =>
    [...new Set([wanted[kind] ?? []].flat())]
      .map((id) => id.toLowerCase())
      .sort()
      .map((id) => ({ kind, id, place: lockKey(kind, id) })),
  );
}

/**
 * Locks these until the end of the surrounding transaction; locks it already has are skipped. Lock all that a write affects in one call, before its
 * first read: the call sorts the locks. A later call may only add locks that come after the present ones in the order. Other calls
 * throw, even without contention, because two such writes could deadlock. A missing row is not locked. Other transactions may still insert
 * rows that reference a locked row, such as the idempotency key of a call.
 */
export const lock = (wanted: LockRequest): Promise<void> => take(wanted, sql`for no key update`);

/**
 * As `lock`, for a write that deletes the rows themselves. It also waits for transactions that have inserted a reference to one of them, such as
 * the idempotency key of a call to its guard. With a weaker lock, that call and the deletion would deadlock again and again.
 */
export const lockForDelete = (wanted: LockRequest): Promise<void> => take(wanted, sql`for update`);

async function take(wanted: LockRequest, strength: RawBuilder<unknown>): Promise<void> {
  const { held, checksLocks } = heldLocks();
  for (const { kind, id, place } of wantedPlaces(wanted)) {
    if (held.has(place)) continue;
    const last = [...held].sort().at(-1);
    if (last !== undefined && place < last)
      throw new Error(
        `${named(place)} is locked after ${named(last)}: locks are taken in the order ${order.join(', ')}, see platform/database/locks.ts`,
      );
    held.add(place);
    await statementOf(kind, id, strength).execute(db());
    if (checksLocks)
      await sql`select set_config('portal.held', concat(current_setting('portal.held'), ${`${kind} ${id};`}::text), true)`.execute(db());
  }
}

/** The set of rows to lock changed while the transaction waited. Throws 40001, so that `transaction` rolls back and runs again. */
export function retryTransaction(what: string): never {
  throw Object.assign(new Error(`${what} changed while they were waited for`), { code: '40001' });
}
