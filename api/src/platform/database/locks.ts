import { type RawBuilder, sql } from 'kysely';
import { db, heldLocks } from './db';

/**
 * What a write makes others wait for, in the order in which it is taken; of one kind in the order of ids. Everything below belongs to one
 * of them and needs no other lock: shifts, applications and assignments to their job, breaks to the assignment's job, leave,
 * money, documents, contacts and sessions to their guard, messages and who has read them to their room. SOS have a lock for each assignment,
 * so that no other write on the job delays a call for help.
 */
const order = ['job', 'guard', 'room', 'sos'] as const;
export type LockKind = (typeof order)[number];
export type LockRequest = Partial<Record<LockKind, string | readonly string[]>>;

const row = (table: string) => (id: string, strength: RawBuilder<unknown>) =>
  sql`select from ${sql.table(table)} where id = ${id} ${strength}`;

const statements: Readonly<Record<LockKind, (id: string, strength: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  job: row('jobs'),
  guard: row('guards'),
  room: row('chat_rooms'),
  // Not the row of the assignment: other writes lock that one.
  sos: (id) => sql`select pg_advisory_xact_lock(hashtextextended(${`sos ${id}`}, 0))`,
};

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
 * Makes every other write on these wait until the transaction around this ends; what is held already is held. Hold all that a write
 * touches before its first look at it, in one call: that one takes them in their order, whatever the order of its keys. A later call may
 * only go on behind what is held. One that goes back is refused, whether somebody waits just then or not: two such writes would wait for
 * each other for ever. What does not exist is held by nobody. Rows that name a held one, the idempotency key of the call itself among
 * them, may still be written.
 */
export const lock = (wanted: LockRequest): Promise<void> => take(wanted, sql`for no key update`);

/**
 * As `lock`, for a write that deletes these rows themselves. It waits for whoever has begun to name one of them, as the idempotency key of
 * a call does its guard: else that one would wait for what is held here, and the deletion for that one, again and again.
 */
export const lockForDelete = (wanted: LockRequest): Promise<void> => take(wanted, sql`for update`);

async function take(wanted: LockRequest, strength: RawBuilder<unknown>): Promise<void> {
  const { held, isWatched } = heldLocks();
  for (const { kind, id, place } of wantedPlaces(wanted)) {
    if (held.has(place)) continue;
    const last = [...held].sort().at(-1);
    if (last !== undefined && place < last)
      throw new Error(
        `${named(place)} is held after ${named(last)}: locks are taken in the order ${order.join(', ')}, see platform/database/locks.ts`,
      );
    held.add(place);
    await statements[kind](id, strength).execute(db());
    if (isWatched)
      await sql`select set_config('portal.held', concat(current_setting('portal.held'), ${`${kind} ${id};`}::text), true)`.execute(db());
  }
}

/**
 * What was to be held has grown while this waited for it: the transaction around it is broken off and begins anew, as when the database
 * does so.
 */
export function retryTransaction(what: string): never {
  throw Object.assign(new Error(`${what} changed while they were waited for`), { code: '40001' });
}
