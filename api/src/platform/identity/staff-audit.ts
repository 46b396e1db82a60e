import { type Endpoint, usesIdempotencyKey } from '@portal/contracts/_kernel/endpoint';
import { type EarlierCall, staffMessages } from '@portal/contracts/staff/staff.rules';
import { sql } from 'kysely';
import { nowText } from '../clock';
import { currentServices } from '../context';
import { db, transaction } from '../database/db';
import { fail } from '../http/errors';
import { canonicalText, checkKey, isDifferentInput, mapLockTimeout } from '../http/idempotency';
import { fingerprint, fingerprintKey } from './keyring';
import type { StaffMember } from './staff-keys';

/** Accepts ids and names from lists. Other texts name nothing, and the database's JSON does not accept every text. */
const isName = (text: string): boolean => /^[\w.-]{1,100}$/.test(text);

/** The id of the guard whom staff name by id or address: addresses must not be stored in the audit, which is never deleted. */
async function guardIdOf(name: string): Promise<string | null> {
  if (isName(name)) return name;
  return currentServices().hooks.findGuardId(name.toLowerCase());
}

/** The ids in the input of a call, and the guard it concerns. Contains no free text. */
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
  /** The idempotency key as sent. */
  key?: unknown;
}

/** The idempotency key of a write, and its input in canonical form. */
interface IdempotencyInfo {
  key: string;
  text: string;
}

const idempotencyInfo = async ({ endpoint, input, key }: AuditedCall): Promise<IdempotencyInfo | null> =>
  usesIdempotencyKey(endpoint) && typeof key === 'string' ? { key: checkKey(key), text: await canonicalText(input) } : null;

interface Before extends EarlierCall {
  input_hash: Buffer;
  input_key_id: string;
}

/** Rejects a repeated key: 409 with the earlier call, or 422 if the input differs. */
async function rejectRepeat(name: string, act: string, { key, text }: IdempotencyInfo): Promise<never> {
  const { rows } = await sql<Before>`select id as number, at, reference, input_hash, input_key_id from staff_acts
    where name = ${name} and act = ${act} and once_key = ${key}`.execute(db());
  const [before] = rows;
  if (!before) throw new Error(`The audit row of ${act} is missing`);
  const { number, at, reference, input_hash, input_key_id } = before;
  if (isDifferentInput(text, input_hash, input_key_id)) fail(422, staffMessages.otherInput({ number, at, reference }));
  return fail(409, staffMessages.doneBefore({ number, at, reference }), { data: { number, at, reference } });
}

/**
 * Runs a staff call in one transaction with its row in the audit, so that neither exists without the other. A trigger records the changed
 * rows. A write with an idempotency key runs once per person, because the audit row stores the key. A concurrent duplicate waits for the
 * end of the first call's transaction; a repeat gets 409. Calls without staff, and calls that only tests use, run without an audit.
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
