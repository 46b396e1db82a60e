import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { sql } from 'kysely';
import { fromNow, now, nowText } from '../clock';
import { db, requireNoTransaction } from '../database/db';
import { sha256 } from '../identity/secrets';
import { fail } from './errors';

export interface Limit {
  /** What is counted, such as `login.account`. */
  bucket: string;
  max: number;
  perSeconds: number;
}

/**
 * Counts one try of a subject (an account, an address), or `amount` units of it, before it is made, in the database: every process shares it, and parallel tries
 * cannot slip past. Before any transaction: it stays when that one is undone. @returns which try it is, and when they are forgotten.
 */
export async function countAttempt({ bucket, perSeconds }: Pick<Limit, 'bucket' | 'perSeconds'>, who: string, amount = 1) {
  requireNoTransaction('Counting a try');
  const { rows } = await sql<{ count: number; resetsAt: string }>`
    insert into rate_limits as r (bucket, subject, count, resets_at) values (${bucket}, ${sha256(who)}, ${amount}, ${fromNow(perSeconds * 1000)})
    on conflict (bucket, subject) do update set
      count = case when r.resets_at <= ${nowText()} then excluded.count else r.count + excluded.count end,
      resets_at = case when r.resets_at <= ${nowText()} then excluded.resets_at else r.resets_at end
    returning count, resets_at as "resetsAt"`.execute(db());
  return rows[0] ?? { count: amount, resetsAt: nowText() };
}

/** Counts a try as `countAttempt` does, and refuses with 429 and Retry-After beyond `max`, in `words` where they are given. */
export async function limitAttempts(limit: Limit, who: string, { amount = 1, words = copy.tooMany } = {}): Promise<void> {
  const { count, resetsAt } = await countAttempt(limit, who, amount);
  if (count <= limit.max) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(resetsAt) - now().getTime()) / 1000));
  fail(429, words(seconds), { retryAfter: seconds });
}

/** Refuses what may be asked again in so many seconds. */
export const tooManyRequests = (seconds: number): never => fail(429, copy.tooMany(seconds), { retryAfter: seconds });

/**
 * All writes of one guard, over HTTP and sockets together. No person meets it; a phone that sends the 700 entries of a long shift without signal
 * does, waits for as long as the reply names, and loses nothing.
 */
export const WRITES_PER_GUARD: Limit = { bucket: 'writes', max: 600, perSeconds: 60 };

type Written = Pick<Endpoint, 'method' | 'hasNoWriteLimit'>;

/** Counts a guard's write before its body is read. Calls that only read are not counted, with any method, nor is a call for help. */
export async function countWrite(
  { endpoint, readOnly }: { endpoint: Written; readOnly?: true },
  guard: { id: string } | null,
  limit: Limit,
): Promise<void> {
  if (guard && endpoint.method !== 'GET' && !readOnly && !endpoint.hasNoWriteLimit) await limitAttempts(limit, guard.id);
}

const HOUR = 3600;
/** A home or an office behind one address. */
const OF_ADDRESS = 20;
/** One person who writes again and again. */
const OF_MAIL = 10;

/** Counts what a visitor sends by a public form, by their address and by the mail address that they give. Refuses as `limitAttempts` does. */
export async function limitPublicForm(form: string, { address, email }: { address: string; email: string }): Promise<void> {
  await limitAttempts({ bucket: `${form}.address`, max: OF_ADDRESS, perSeconds: HOUR }, address);
  await limitAttempts({ bucket: `${form}.mail`, max: OF_MAIL, perSeconds: HOUR }, email.toLowerCase());
}

/** How many tries of a subject are counted now. */
export async function triesOf({ bucket }: Limit, who: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count from rate_limits
    where bucket = ${bucket} and subject = ${sha256(who)} and resets_at > ${nowText()}`.execute(db());
  return rows[0]?.count ?? 0;
}

/** Takes one try back: it succeeded, and only failures count. */
export async function refundAttempt({ bucket }: Limit, who: string): Promise<void> {
  await sql`update rate_limits set count = greatest(count - 1, 0) where bucket = ${bucket} and subject = ${sha256(who)}`.execute(db());
}

/** Forgets all tries of a subject. */
export async function resetAttempts({ bucket }: Limit, who: string): Promise<void> {
  await sql`delete from rate_limits where bucket = ${bucket} and subject = ${sha256(who)}`.execute(db());
}

/** Forgets all tries of every subject of a bucket. */
export async function forgetBucket({ bucket }: Limit): Promise<void> {
  await sql`delete from rate_limits where bucket = ${bucket}`.execute(db());
}
