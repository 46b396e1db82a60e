import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { saveWorkProfile } from '@portal/contracts/guards/guards.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

type Saved = Omit<Input<typeof saveWorkProfile>, 'id' | 'isType' | 'workSpecialities'>;

/** Null clears a field; a missing one stays, because Kysely skips undefined values. */
export async function updateWorkProfile(id: string, saved: Saved): Promise<void> {
  await db()
    .updateTable('guards')
    .set({
      is_travel_to: saved.isTravelTo,
      is_go_with: saved.isGoWith,
      vest_size: saved.vestSize,
      // A typed address has no position.
      lat: saved.lat ?? null,
      lng: saved.lng ?? null,
      full_address: saved.fullAddress,
      full_address2: saved.fullAddress2,
      postal_code: saved.postalCode,
      country: saved.country,
      city: saved.city,
      state: saved.state,
      land_mark: saved.landMark,
    })
    .where('id', '=', id)
    .execute();
}

/** Replaces the guard's specialities. @returns false when one of them does not exist. */
export async function replaceSpecialities(id: string, specialityIds: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(specialityIds)];
  await sql`delete from guard_specialities where guard_id = ${id}`.execute(db());
  const { numAffectedRows } = await sql`insert into guard_specialities (guard_id, speciality_id)
    select ${id}, s.id from specialities s where s.id = any(${wanted}::uuid[])`.execute(db());
  return numAffectedRows === BigInt(wanted.length);
}
