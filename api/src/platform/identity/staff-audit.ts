import { type Endpoint, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import { type DoneBefore, staffMessages } from '@portal/contracts/staff/staff.rules';
import { sql } from 'kysely';
import { nowText } from '../clock';
import { db, transaction } from '../database/db';
import { fail } from '../http/errors';
import { canonicalText, checkKey, isDifferentInput, mapLockTimeout } from '../http/idempotency';
import { fingerprint, fingerprintKey } from './keyring';
import type { StaffMember } from './staff-keys';

/** Ids and names from lists; the database's JSON does not take every text, and any other is no name of anything. */
const isName = (text: string): boolean => /^[\w.-]{1,100}$/.test(text);

/** A guard as staff name one, as an id: an address has no place in what is kept for ever. */
async function guardIdOf(name: string): Promise<string | null> {
  if (isName(name)) return name;
  const { rows } = await sql<{ id: string }>`select id from guards where email = ${name.toLowerCase()}`.execute(db());
  return rows[0]?.id ?? null;
}

/** What a call names: its ids, and whom it is about. Nothing of what was typed. */
async function targetOf(input: unknown): Promise<Record<string, unknown>> {
  const target: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input ?? {})) {
    if (typeof value !== 'string') continue;
    if (key === 'guard') target.guard = await guardIdOf(value);
    else if (key === 'email') target.email = fingerprint(value.toLowerCase()).toString('hex').slice(0, 16);
    else if (/^(id|what|role|filename)$|Id$/.test(key) && isName(value)) target[key] = value;
  }
  return target;
}

interface AuditedCall {
  endpoint: Pick<Endpoint, 'id' | 'auth' | 'method' | 'roles'>;
  staff: StaffMember | null;
  input: unknown;
  reference: string;
  /** The idempotency key, as it was sent. */
  key?: unknown;
}

/** The key that a write was sent under, and its input as the same text each time. */
interface IdempotencyInfo {
  key: string;
  text: string;
}

const idempotencyInfo = async ({ endpoint, input, key }: AuditedCall): Promise<IdempotencyInfo | null> =>
  usesIdempotencyKey(endpoint) && typeof key === 'string' ? { key: checkKey(key), text: await canonicalText(input) } : null;

interface Before extends DoneBefore {
  input_hash: Buffer;
  input_key_id: string | null;
}

/** The act that was done under this key before: it is not done again. 422 when it was sent with another input. */
async function rejectRepeat(name: string, act: string, { key, text }: IdempotencyInfo): Promise<never> {
  const { rows } = await sql<Before>`select id as number, at, reference, input_hash, input_key_id from staff_acts
    where name = ${name} and act = ${act} and once_key = ${key}`.execute(db());
  const [before] = rows;
  if (!before) throw new Error(`The act ${act} is neither done nor to be done`);
  const { number, at, reference, input_hash, input_key_id } = before;
  if (isDifferentInput(text, input_hash, input_key_id)) fail(422, staffMessages.otherInput({ number, at, reference }));
  return fail(409, staffMessages.doneBefore({ number, at, reference }), { data: { number, at, reference } });
}

/**
 * Carries out what staff ask for in one transaction with its line in the audit, so that there is never one without the other. What it
 * changes the database itself writes down beside it. A write with an idempotency key is done once for each person: its line holds the key, a
 * duplicate that arrives meanwhile waits here for the other one's commit or rollback, and what was done is said by 409. A call of nobody of
 * the staff is carried out as it is, and so is one for tests.
 */
export async function runAudited<T>(asked: AuditedCall, act: () => Promise<T>): Promise<T> {
  const { endpoint, staff, input, reference } = asked;
  if (!staff || endpoint.roles === 'rehearsal') return act();
  const once = await idempotencyInfo(asked);
  return transaction(async () => {
    const target = JSON.stringify(await targetOf(input));
    const [hash, hashKey] = once ? [fingerprint(once.text), fingerprintKey()] : [null, null];
    const writing = sql`with act as (
        insert into staff_acts (at, key_id, name, role, act, target, reference, once_key, input_hash, input_key_id)
        values (${nowText()}, ${staff.keyId}, ${staff.name}, ${staff.role}, ${endpoint.id}, ${target}::jsonb, ${reference},
          ${once?.key ?? null}, ${hash}, ${hashKey})
        on conflict (name, act, once_key) where once_key is not null do nothing returning id
      ) select set_config('portal.staff_act', id::text, true) from act`.execute(db());
    const { rows } = await (once ? mapLockTimeout(writing) : writing);
    if (once && rows.length === 0) return rejectRepeat(staff.name, endpoint.id, once);
    return act();
  });
}
