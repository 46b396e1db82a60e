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

/** Maps a lock timeout (55P03) to an unknown commit result: the first call with this key may still commit. */
export async function mapLockTimeout<T>(taking: Promise<T>): Promise<T> {
  return taking.catch((error: unknown) => {
    throw sqlState(error) === '55P03' ? commitUnknownError(error, true) : error;
  });
}

/** Reads in chunks, because the Blob may be a file on the disk. */
async function hashOf(blob: Blob): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of blob.stream()) hash.update(piece);
  return hash.digest('hex');
}

/** Serializes an input independently of the order of its keys; files count by their bytes. */
export async function canonicalText(value: unknown): Promise<string> {
  if (value instanceof Blob) return `bytes:${await hashOf(value)}`;
  if (Array.isArray(value)) return `[${(await Promise.all(value.map(canonicalText))).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = await Promise.all(entries.map(async ([key, one]) => `${JSON.stringify(key)}:${await canonicalText(one)}`));
  return `{${parts.join()}}`;
}

/** Returns the key. Throws 400 if it is invalid. */
export const checkKey = (key: string): string =>
  /^[\x21-\x7e]{8,200}$/.test(key) ? key : fail(400, 'The Idempotency-Key must have 8 to 200 visible characters.');

/**
 * Whether a key was used with another input: `hash` is the fingerprint of the first input under the secret key `hashKeyId`. After that key was
 * removed no comparison is possible; the idempotency key alone suffices then, because others cannot guess it.
 */
export const isDifferentInput = (text: string, hash: Buffer, hashKeyId: string): boolean =>
  keyIds().includes(hashKeyId) && !isFingerprintOf(text, hash);

/**
 * Runs a write once: a replay of its key gets the stored reply, and a concurrent duplicate waits for it. The reply is stored in the transaction of
 * the write, so that neither exists without the other. A rejected write leaves no row and can be retried. Throws 422 if the key returns with
 * another input.
 * @param prepare runs before the transaction, unless a reply is stored; `act` gets its result.
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

/**
 * Returns the stored reply, or else the result of `prepare`. If `prepare` fails, a concurrent duplicate may have used its one-time value: then its
 * reply counts.
 */
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
    // A concurrent duplicate waits here for the commit or rollback of the first call.
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

/** The stored reply of a key, or null. Throws 422 if it belongs to another input. */
async function replyTo({ guardId, endpoint, key }: IdempotentWrite, text: string): Promise<Envelope | null> {
  const { rows } = await sql<{
    input_hash: Buffer;
    key_id: string;
    reply: Envelope;
  }>`select input_hash, key_id, reply from idempotency_keys
    where guard_id = ${guardId} and endpoint = ${endpoint} and key = ${key}`.execute(db());
  const [stored] = rows;
  if (!stored) return null;
  if (isDifferentInput(text, stored.input_hash, stored.key_id)) fail(422, 'This Idempotency-Key was used for something else.');
  return stored.reply;
}

/** Time in ms in which a call that ended its own session can be replayed. */
const LOST_FOR_MS = 10 * 60_000;

/** The stored reply to the call that ended the session of this token (a logout), in case the client did not receive it; else null. */
export async function replyForEndedSession(token: string, endpoint: string, key: string): Promise<Envelope | null> {
  const { rows } = await sql<{ reply: Envelope }>`select k.reply from sessions s join idempotency_keys k on k.guard_id = s.guard_id
    where s.token_hash = ${sha256(token)} and s.ended_at > ${fromNow(-LOST_FOR_MS)}
      and k.endpoint = ${endpoint} and k.key = ${key} and k.reply is not null`.execute(db());
  return rows[0]?.reply ?? null;
}
