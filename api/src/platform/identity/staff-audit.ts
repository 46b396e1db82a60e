import type { Endpoint } from '@portal/contracts/_kernel/endpoint';
import { sql } from 'kysely';
import { nowText } from '../clock';
import { db, transaction } from '../database/db';
import { fingerprint } from './keyring';
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

interface Act {
  endpoint: Pick<Endpoint, 'id' | 'roles'>;
  staff: StaffMember | null;
  input: unknown;
  reference: string;
}

/**
 * Carries out what staff ask for in one transaction with its line in the audit, so that there is never one without the other. What it
 * changes the database itself writes down beside it. A call of nobody of the staff is carried out as it is, and so is one for tests.
 */
export function audited<T>({ endpoint, staff, input, reference }: Act, act: () => Promise<T>): Promise<T> {
  if (!staff || endpoint.roles === 'rehearsal') return act();
  return transaction(async () => {
    const target = JSON.stringify(await targetOf(input));
    await sql`with act as (
        insert into staff_acts (at, key_id, name, role, act, target, reference)
        values (${nowText()}, ${staff.keyId}, ${staff.name}, ${staff.role}, ${endpoint.id}, ${target}::jsonb, ${reference}) returning id
      ) select set_config('portal.staff_act', id::text, true) from act`.execute(db());
    return act();
  });
}
