import { sql } from 'kysely';
import { nowText } from '../../platform/clock';
import { db } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { identityColumns } from '../guards/identity-numbers.service';

/** The data of a complete, approved guard; the staff command leaves out the fields of the steps after the wanted one. */
export interface NewGuard {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  licenseNumber: string | null;
  licenceUntil: string | null;
  privacy: boolean;
  terms: boolean;
  agreement: boolean;
  otp: boolean;
  document: boolean;
  speciality: boolean;
  status: 0 | 1;
}

/** Call it in a transaction. @returns the new guard's id. A taken address fails with SQL state 23505. */
export async function insertTestGuard(guard: NewGuard): Promise<string> {
  const { id } = await db()
    .insertInto('guards')
    .values({
      email: guard.email.toLowerCase(),
      password_hash: guard.passwordHash,
      first_name: guard.firstName,
      last_name: guard.lastName,
      mobile_number: '4165550100',
      dob: '1990-05-17',
      is_license: guard.licenseNumber !== null,
      license_number: guard.licenseNumber,
      security_registration_expiry_date: guard.licenceUntil,
      is_privacy_agreement: guard.privacy,
      is_terms_of_use: guard.terms,
      is_independent_contractor: guard.agreement,
      is_verify_otp: guard.otp,
      status: guard.status,
      lat: 43.6532,
      lng: -79.3832,
      full_address: '100 Queen Street West',
      postal_code: 'M5H 2N2',
      country: 'Canada',
      city: 'Toronto',
      state: 'Ontario',
      is_test: true,
      created_at: nowText(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await lock({ guard: id });
  if (guard.document)
    await db()
      .insertInto('identity_documents')
      .values({ guard_id: id, position: 0, id_type: 'Canadian passport', ...identityColumns(id, '123456789') })
      .execute();
  if (guard.speciality)
    await sql`insert into guard_specialities (guard_id, speciality_id) select ${id}, id from specialities order by name limit 1`.execute(
      db(),
    );
  return id;
}

/** @returns false when the guard was not made by a test. */
export async function deleteTestGuard(id: string): Promise<boolean> {
  const { numDeletedRows } = await db().deleteFrom('guards').where('id', '=', id).where('is_test', '=', true).executeTakeFirst();
  return numDeletedRows > 0n;
}
