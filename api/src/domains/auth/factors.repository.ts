import { type Factor, factorLimits } from '@portal/contracts/auth/auth.factors';
import { sql } from 'kysely';
import { fromNow, nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { countWithKeys, guardsWithKeys } from '../../platform/identity/encrypted-columns';
import type { KeyCount } from '../../platform/identity/key-rotation';
import type { Encrypted } from '../../platform/identity/keyring';
import type { SignedIn } from '../../platform/identity/sessions';

const listed = sql`id, kind, label, created_at as "addedAt", last_used_at as "lastUsedAt"`;

/** The proven factors of a guard, oldest first. */
export async function factorsOf(guardId: string): Promise<Factor[]> {
  const { rows } = await sql<Factor>`select ${listed} from second_factors
    where guard_id = ${guardId} and proven_at is not null order by created_at, id`.execute(db());
  return rows;
}

export interface StoredTotp extends Encrypted {
  id: string;
  lastPeriod: number;
}

/** The authenticator apps of a guard: the proven ones, or the app that waits for its first code. */
export async function totpsOf(guardId: string, isWaiting: boolean): Promise<StoredTotp[]> {
  const { rows } = await sql<StoredTotp>`select id, key_id as "keyId", secret_sealed as sealed, last_period::float8 as "lastPeriod"
    from second_factors where guard_id = ${guardId} and kind = 'totp' and (proven_at is null) = ${isWaiting} order by created_at`.execute(
    db(),
  );
  return rows;
}

/** Stores a secret that waits for its first code, in place of an earlier one. */
export async function putWaitingTotp(guardId: string, { keyId, sealed }: Encrypted): Promise<void> {
  await sql`delete from second_factors where guard_id = ${guardId} and proven_at is null`.execute(db());
  await sql`insert into second_factors (guard_id, kind, label, created_at, key_id, secret_sealed)
    values (${guardId}, 'totp', '', ${nowText()}, ${keyId}, ${sealed})`.execute(db());
}

/** Uses up the code of a period. @returns false when this or a newer code was used before. */
export async function usePeriod(id: string, period: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update second_factors set last_period = ${period}, last_used_at = ${nowText()}
    where id = ${id} and last_period < ${period}`.execute(db());
  return numAffectedRows === 1n;
}

/** Marks the waiting app as proven. @returns null when it is gone. */
export async function proveTotp(id: string, label: string): Promise<Factor | null> {
  const { rows } = await sql<Factor>`update second_factors set proven_at = ${nowText()}, label = ${label}
    where id = ${id} and proven_at is null returning ${listed}`.execute(db());
  return rows[0] ?? null;
}

export interface StoredPasskey {
  id: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

export async function passkeysOf(guardId: string): Promise<StoredPasskey[]> {
  const { rows } = await sql<StoredPasskey>`select id, credential_id as "credentialId", public_key as "publicKey",
      counter::float8 as counter, transports from second_factors where guard_id = ${guardId} and kind = 'passkey' order by created_at`.execute(
    db(),
  );
  return rows;
}

/** @returns null when this passkey is known, of this guard or another. */
export async function insertPasskey(
  guardId: string,
  label: string,
  { credentialId, publicKey, counter, transports }: Omit<StoredPasskey, 'id'>,
): Promise<Factor | null> {
  const { rows } = await sql<Factor>`insert into second_factors
      (guard_id, kind, label, created_at, proven_at, credential_id, public_key, counter, transports)
    values (${guardId}, 'passkey', ${label}, ${nowText()}, ${nowText()}, ${credentialId}, ${publicKey}, ${counter}, ${transports})
    on conflict (credential_id) do nothing returning ${listed}`.execute(db());
  return rows[0] ?? null;
}

export async function notePasskeyUse(id: string, counter: number): Promise<void> {
  await sql`update second_factors set counter = greatest(counter, ${counter}), last_used_at = ${nowText()} where id = ${id}`.execute(db());
}

/** Removes one factor of this guard. @returns whether it was there. */
export async function deleteFactor(guardId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from second_factors
    where guard_id = ${guardId} and id = ${id} and proven_at is not null`.execute(db());
  return numAffectedRows === 1n;
}

/** @returns the number of proven factors. */
export async function deleteFactors(guardId: string): Promise<number> {
  const { rows } = await sql<{ counted: boolean }>`delete from second_factors where guard_id = ${guardId}
    returning proven_at is not null as counted`.execute(db());
  return rows.filter(({ counted }) => counted).length;
}

export type ChallengePurpose = 'add' | 'confirm';

/** Stores the challenge of a session in place of an earlier one. */
export async function putChallenge({ id, sessionId }: SignedIn, challenge: string, purpose: ChallengePurpose): Promise<void> {
  await sql`insert into passkey_challenges (session_id, guard_id, challenge, purpose, expires_at)
    values (${sessionId}, ${id}, ${challenge}, ${purpose}, ${fromNow(factorLimits.challengeMinutes * 60_000)})
    on conflict (session_id) do update set challenge = excluded.challenge, purpose = excluded.purpose, expires_at = excluded.expires_at`.execute(
    db(),
  );
}

/** The unanswered challenge of the session that has not expired; null without one. */
export async function challengeOf({ sessionId }: SignedIn, purpose: ChallengePurpose): Promise<string | null> {
  const { rows } = await sql<{ challenge: string }>`select challenge from passkey_challenges
    where session_id = ${sessionId} and purpose = ${purpose} and expires_at > ${nowText()}`.execute(db());
  return rows[0]?.challenge ?? null;
}

/** Uses up the challenge. @returns false when another call was first. */
export async function consumeChallenge({ sessionId }: SignedIn, challenge: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from passkey_challenges
    where session_id = ${sessionId} and challenge = ${challenge} and expires_at > ${nowText()}`.execute(db());
  return numAffectedRows === 1n;
}

const table = 'second_factors';
const isUnder = (key: string) => sql`key_id = ${key}`;

export const guardsWithSecretsUnder = (keys: readonly string[], atMost: number, after: string): Promise<string[]> =>
  guardsWithKeys({ table, isUnder, keys, atMost, after });
export const countSecretsUnder = (keys: readonly string[], atMost: number): Promise<number> =>
  countWithKeys({ table, isUnder, keys, atMost });

export async function secretsUnder(
  guardIds: readonly string[],
  keys: readonly string[],
): Promise<(Encrypted & { id: string; guardId: string })[]> {
  const { rows } = await sql<
    Encrypted & { id: string; guardId: string }
  >`select id, guard_id as "guardId", key_id as "keyId", secret_sealed as sealed
    from second_factors where guard_id = any(${guardIds}::uuid[]) and key_id = any(${keys}::text[])`.execute(db());
  return rows;
}

export async function putSecret(id: string, { keyId, sealed }: Encrypted): Promise<void> {
  await sql`update second_factors set key_id = ${keyId}, secret_sealed = ${sealed} where id = ${id}`.execute(db());
}

export async function secretsByKey(): Promise<KeyCount[]> {
  const { rows } = await sql<KeyCount>`select key_id as "keyId", count(*)::int as count from second_factors
    where key_id is not null group by key_id`.execute(db());
  return rows;
}
