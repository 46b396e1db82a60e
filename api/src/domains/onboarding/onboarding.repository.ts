import type { AgreementFlag } from '@portal/contracts/onboarding/onboarding.agreements';
import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';

export async function insertRegistration(tokenHash: Buffer, guardId: string, expiresAt: string, deviceToken: string): Promise<void> {
  await sql`insert into registrations (token_hash, guard_id, expires_at, device_token)
    values (${tokenHash}, ${guardId}, ${expiresAt}, ${deviceToken})`.execute(db());
}

/** The push token stored with the sign-up of this cookie, if it was this guard's. */
export async function deviceOfRegistration(tokenHash: Buffer, guardId: string): Promise<string | null> {
  const { rows } = await sql<{ device_token: string | null }>`select device_token from registrations
    where token_hash = ${tokenHash} and guard_id = ${guardId}`.execute(db());
  return rows[0]?.device_token ?? null;
}

/** The guard of a valid registration cookie. */
export async function guardOfRegistration(tokenHash: Buffer): Promise<string | null> {
  const { rows } = await sql<{ guard_id: string }>`select guard_id from registrations
    where token_hash = ${tokenHash} and expires_at > ${nowText()}`.execute(db());
  return rows[0]?.guard_id ?? null;
}

/** Deletes the registration cookies of a guard. */
export async function deleteRegistrations(guardId: string): Promise<void> {
  await sql`delete from registrations where guard_id = ${guardId}`.execute(db());
}

export async function endRegistrations(guardId: string): Promise<void> {
  await sql`delete from registrations where guard_id = ${guardId} or expires_at <= ${nowText()}`.execute(db());
}

/** Stores the wording once, and the agreement of this guard; a repeat changes nothing. */
export async function insertAgreement(guardId: string, flag: AgreementFlag, text: { type: string; description: string; version: string }) {
  await sql`insert into agreement_texts (version, type, description) values (${text.version}, ${text.type}, ${text.description})
    on conflict do nothing`.execute(db());
  await sql`insert into agreements (guard_id, flag, version, agreed_at) values (${guardId}, ${flag}, ${text.version}, ${nowText()})
    on conflict do nothing`.execute(db());
}

/** The hashes of the two codes. */
export interface CodeHashes {
  mail: string;
  sms: string;
}

/** Replaces the codes, unless newer ones were sent after `sentBefore` by another call. @returns whether it did. */
export async function putCodes(guardId: string, { mail, sms }: CodeHashes, expiresAt: string, sentBefore: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into otp_codes (guard_id, code_hash, sms_code_hash, sent_at, expires_at)
    values (${guardId}, ${mail}, ${sms}, ${nowText()}, ${expiresAt})
    on conflict (guard_id) do update set code_hash = excluded.code_hash, sms_code_hash = excluded.sms_code_hash, tries = 0,
      sent_at = excluded.sent_at, expires_at = excluded.expires_at where otp_codes.sent_at <= ${sentBefore}`.execute(db());
  return numAffectedRows === 1n;
}

export async function codeOf(guardId: string): Promise<{ sent_at: string; expires_at: string } | undefined> {
  const { rows } = await sql<{ sent_at: string; expires_at: string }>`select sent_at, expires_at from otp_codes
    where guard_id = ${guardId}`.execute(db());
  return rows[0];
}

/** Counts one try of the live codes before it is compared, so that concurrent tries count, too. Null: none may be tried. */
export async function tryCodes(guardId: string, maxTries: number): Promise<CodeHashes | null> {
  const { rows } = await sql<CodeHashes>`update otp_codes set tries = tries + 1
    where guard_id = ${guardId} and tries < ${maxTries} and expires_at > ${nowText()}
    returning code_hash as mail, sms_code_hash as sms`.execute(db());
  return rows[0] ?? null;
}

/** @returns false when the codes were used or replaced by another call. */
export async function useCodes(guardId: string, { mail }: CodeHashes): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from otp_codes where guard_id = ${guardId} and code_hash = ${mail}`.execute(db());
  return numAffectedRows === 1n;
}
