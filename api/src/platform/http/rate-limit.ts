import { copy } from '@portal/contracts/_kernel/copy';
import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { sql } from 'kysely';
import { fromNow, now, nowText } from '../clock';
import { currentServices } from '../context';
import { db, requireNoTransaction } from '../database/db';
import { sha256 } from '../identity/secrets';
import { fail } from './errors';

export interface RateLimit {
  /** Name of the counter, such as `login.account`. */
  bucket: string;
  max: number;
  perSeconds: number;
}

/**
 * Counts one attempt of a subject (an account, an address), or `amount` units, before the attempt is made. The count is in the database, so that all
 * processes share it and parallel attempts cannot bypass it. Call it before any transaction, because the count must survive a rollback.
 * @returns the count, and when it resets.
 */
export async function countAttempt({ bucket, perSeconds }: Pick<RateLimit, 'bucket' | 'perSeconds'>, who: string, amount = 1) {
  requireNoTransaction('Counting a try');
  const { rows } = await sql<{ count: number; resetsAt: string }>`
    insert into rate_limits as r (bucket, subject, count, resets_at) values (${bucket}, ${sha256(who)}, ${amount}, ${fromNow(perSeconds * 1000)})
    on conflict (bucket, subject) do update set
      count = case when r.resets_at <= ${nowText()} then excluded.count else r.count + excluded.count end,
      resets_at = case when r.resets_at <= ${nowText()} then excluded.resets_at else r.resets_at end
    returning count, resets_at as "resetsAt"`.execute(db());
  return rows[0] ?? { count: amount, resetsAt: nowText() };
}

/** Counts an attempt as `countAttempt` does, and throws 429 with Retry-After above `max`, with `words` as its text if given. */
export async function limitAttempts(limit: RateLimit, who: string, { amount = 1, words = copy.tooMany } = {}): Promise<void> {
  const { count, resetsAt } = await countAttempt(limit, who, amount);
  if (count <= limit.max) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(resetsAt) - now().getTime()) / 1000));
  fail(429, words(seconds), { retryAfter: seconds });
}

export const refuseTooMany = (seconds: number): never => fail(429, copy.tooMany(seconds), { retryAfter: seconds });

/**
 * Limit of all writes of one guard, over HTTP and sockets together. No person reaches it; a phone that sends 700 queue entries after a long shift
 * offline does, waits for the time in the reply, and loses nothing.
 */
export const WRITES_PER_GUARD: RateLimit = { bucket: 'writes', max: 600, perSeconds: 60 };

type Written = Pick<Endpoint, 'method' | 'hasNoWriteLimit'>;

/** Counts a guard's write before its body is read. Does not count read-only calls of any method, or calls for help. */
export async function countWrite(
  { endpoint, readOnly }: { endpoint: Written; readOnly?: true },
  guard: { id: string } | null,
): Promise<void> {
  if (guard && endpoint.method !== 'GET' && !readOnly && !endpoint.hasNoWriteLimit)
    await limitAttempts(currentServices().limits.writes, guard.id);
}

const HOUR = 3600;
/** A household or an office shares an address. */
const OF_ADDRESS = 20;
const OF_MAIL = 10;

/** Limits public forms by the visitor's address and by the mail address that they enter. Throws as `limitAttempts` does. */
export async function limitPublicForm(form: string, { address, email }: { address: string; email: string }): Promise<void> {
  await limitAttempts({ bucket: `${form}.address`, max: OF_ADDRESS, perSeconds: HOUR }, address);
  await limitAttempts({ bucket: `${form}.mail`, max: OF_MAIL, perSeconds: HOUR }, email.toLowerCase());
}

/** The current count of a subject. */
export async function triesOf({ bucket }: RateLimit, who: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count from rate_limits
    where bucket = ${bucket} and subject = ${sha256(who)} and resets_at > ${nowText()}`.execute(db());
  return rows[0]?.count ?? 0;
}

/** Subtracts one attempt after a success, if only failures count. */
export async function refundAttempt({ bucket }: RateLimit, who: string): Promise<void> {
  await sql`update rate_limits set count = greatest(count - 1, 0) where bucket = ${bucket} and subject = ${sha256(who)}`.execute(db());
}

export async function resetAttempts({ bucket }: RateLimit, who: string): Promise<void> {
  await sql`delete from rate_limits where bucket = ${bucket} and subject = ${sha256(who)}`.execute(db());
}

export async function forgetBucket({ bucket }: RateLimit): Promise<void> {
  await sql`delete from rate_limits where bucket = ${bucket}`.execute(db());
}
