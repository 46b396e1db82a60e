import { createHash } from 'node:crypto';
import type { Envelope } from '@portal/contracts/_kernel/envelope';
import { sql } from 'kysely';
import { fromNow, nowText } from '../clock';
import { db, transaction } from '../database/db';
import { sqlState } from '../database/errors';
import { fingerprint, fingerprintKey, isFingerprintOf, keyIds } from '../identity/keyring';
import { sha256 } from '../identity/secrets';
import { commitUnknownError, fail } from './errors';

export interface IdempotentWrite {
  guardId: string;
  endpoint: string;
  /** From the header Idempotency-Key. */
  key: string;
  input: unknown;
}

/** What waits here too long for another one under the same key: that one may yet be done. */
export async function mapLockTimeout<T>(taking: Promise<T>): Promise<T> {
  return taking.catch((error: unknown) => {
    throw sqlState(error) === '55P03' ? commitUnknownError(error, true) : error;
  });
}

/** Piece by piece: it may lie on the disk. */
async function hashOf(blob: Blob): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of blob.stream()) hash.update(piece);
  return hash.digest('hex');
}

/** The same text for the same input, whatever order its keys came in; files count by their bytes. */
export async function canonicalText(value: unknown): Promise<string> {
  if (value instanceof Blob) return `bytes:${await hashOf(value)}`;
  if (Array.isArray(value)) return `[${(await Promise.all(value.map(canonicalText))).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = await Promise.all(entries.map(async ([key, one]) => `${JSON.stringify(key)}:${await canonicalText(one)}`));
  return `{${parts.join()}}`;
}

/** The key itself; 400 when it is none. */
export const checkKey = (key: string): string =>
  /^[\x21-\x7e]{8,200}$/.test(key) ? key : fail(400, 'The Idempotency-Key must have 8 to 200 visible characters.');

/**
 * Whether a key was sent with another input before: `hash` is the fingerprint of that one, made with the secret key `hashKeyId`. Under one
 * that was retired nothing can be compared; the sender's own key, which nobody else can guess, is word enough.
 */
export const isDifferentInput = (text: string, hash: Buffer, hashKeyId: string | null): boolean =>
  (hashKeyId === null || keyIds().includes(hashKeyId)) && !isFingerprintOf(text, hash);

/**
 * Carries a write out once: a repeat of its key gets the stored reply, and a duplicate that arrives meanwhile waits for it.
 * The reply is stored in the transaction of the act, so that there is never one without the other; a refused act leaves
 * nothing behind and may be tried again. 422 when the key comes back with another input.
 * @param prepare done before the transaction, unless there is a reply already; `act` gets what it gives.
 */
export async function runOnce<Ready>(
  write: IdempotentWrite,
  act: (ready: Ready | undefined) => Promise<Envelope>,
  prepare?: () => Promise<Ready>,
): Promise<Envelope> {
  checkKey(write.key);
  const text = await canonicalText(write.input);
  if (prepare) {
    const prepared = await prepareUnlessStored(write, text, prepare);
    if ('reply' in prepared) return prepared.reply;
    return inOneTransaction(write, text, () => act(prepared.ready));
  }
  return inOneTransaction(write, text, () => act(undefined));
}

/** What `prepare` gives, or the reply that is there: also when a duplicate has replied meanwhile, and has used up what this one needed. */
async function prepareUnlessStored<Ready>(
  write: IdempotentWrite,
  text: string,
  prepare: () => Promise<Ready>,
): Promise<{ ready: Ready } | { reply: Envelope }> {
  const before = await replyTo(write, text);
  if (before) return { reply: before };
  try {
    return { ready: await prepare() };
  } catch (refusal) {
    const meanwhile = await replyTo(write, text);
    if (meanwhile) return { reply: meanwhile };
    throw refusal;
  }
}

const inOneTransaction = (
  { guardId, endpoint, key, input }: IdempotentWrite,
  text: string,
  act: () => Promise<Envelope>,
): Promise<Envelope> =>
  transaction(async () => {
    // A concurrent duplicate waits here for the other one's commit or rollback.
    const taken = await mapLockTimeout(
      sql`insert into idempotency_keys (guard_id, endpoint, key, input_hash, key_id, created_at)
        values (${guardId}, ${endpoint}, ${key}, ${fingerprint(text)}, ${fingerprintKey()}, ${nowText()}) on conflict do nothing`.execute(
        db(),
      ),
    );
    if (taken.numAffectedRows === 0n)
      return (await replyTo({ guardId, endpoint, key, input }, text)) ?? fail(409, 'This is still in progress. Please try again.');
    const reply = await act();
    await sql`update idempotency_keys set reply = ${JSON.stringify(reply)}::jsonb
      where guard_id = ${guardId} and endpoint = ${endpoint} and key = ${key}`.execute(db());
    return reply;
  });

/** The stored reply of a key; null when there is none. 422 when it was another input's. */
async function replyTo({ guardId, endpoint, key }: IdempotentWrite, text: string): Promise<Envelope | null> {
  const { rows } = await sql<{
    input_hash: Buffer;
    key_id: string | null;
    reply: Envelope;
  }>`select input_hash, key_id, reply from idempotency_keys
    where guard_id = ${guardId} and endpoint = ${endpoint} and key = ${key}`.execute(db());
  const [stored] = rows;
  if (!stored) return null;
  if (isDifferentInput(text, stored.input_hash, stored.key_id)) fail(422, 'This Idempotency-Key was used for something else.');
  return stored.reply;
}

/** For so long a call that ended its own session may be asked for its reply again. */
const LOST_FOR_MS = 10 * 60_000;

/** The stored reply of a key to whoever has ended the session of this token with it (a log-out), and may not have had the answer; else null. */
export async function replyForEndedSession(token: string, endpoint: string, key: string): Promise<Envelope | null> {
  const { rows } = await sql<{ reply: Envelope }>`select k.reply from sessions s join idempotency_keys k on k.guard_id = s.guard_id
    where s.token_hash = ${sha256(token)} and s.ended_at > ${fromNow(-LOST_FOR_MS)}
      and k.endpoint = ${endpoint} and k.key = ${key} and k.reply is not null`.execute(db());
  return rows[0]?.reply ?? null;
}
