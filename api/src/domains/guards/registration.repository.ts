import type { Guard } from '@portal/contracts/_kernel/guard';
import { personalFields } from '@portal/contracts/guards/guards.registration';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { columnOf } from './guard-columns';
import { identityColumns } from './identity-numbers.service';

const fields = [...personalFields, 'securityRegistrationDocument'] as const;
export type RegisteredFields = { [Name in (typeof fields)[number]]?: Guard[Name] | undefined } & Pick<Guard, 'email' | 'mobileNumber'>;

export interface IdentityRow {
  idType: string;
  idNumber: string;
  idProof: string;
  fileName: string;
}

export interface EmploymentRow {
  employerName: string;
  projectName: string;
  from: string | null;
  to: string | null;
  speciality: string | null;
}

/** Stores the single fields of a registration. Null clears a field; a missing one stays, because Kysely skips undefined values. */
export async function updateRegistered(id: string, saved: RegisteredFields): Promise<void> {
  await db()
    .updateTable('guards')
    .set({
      ...Object.fromEntries(fields.map((name) => [columnOf(name), saved[name]])),
      // A changed e-mail is not proven.
      is_email_proven: sql<boolean>`is_email_proven and email = ${saved.email}`,
      is_mobile_proven: sql<boolean>`is_mobile_proven and mobile_number = ${saved.mobileNumber}`,
      security_registration_number: saved.licenseNumber,
    })
    .where('id', '=', id)
    .execute();
}

export async function replaceDocuments(id: string, rows: readonly IdentityRow[]): Promise<void> {
  await db().deleteFrom('identity_documents').where('guard_id', '=', id).execute();
  const values = rows.map(({ idType, idNumber, idProof, fileName }, position) => ({
    guard_id: id,
    position,
    id_type: idType,
    ...identityColumns(id, idNumber),
    id_proof: idProof,
    file_name: fileName,
  }));
  if (values.length > 0) await db().insertInto('identity_documents').values(values).execute();
}

export async function replaceEmployments(id: string, rows: readonly EmploymentRow[]): Promise<void> {
  await db().deleteFrom('employment_details').where('guard_id', '=', id).execute();
  const values = rows.map(({ employerName, projectName, from, to, speciality }, position) => ({
    guard_id: id,
    position,
    employer_name: employerName,
    project_name: projectName,
    from,
    to,
    speciality_id: speciality,
  }));
  if (values.length > 0) await db().insertInto('employment_details').values(values).execute();
}

/** Which of the two contacts another guard has; guards of tests share their numbers. */
export async function contactsOfOthers(
  id: string,
  email: string,
  mobileNumber: string,
): Promise<{ email: boolean; mobileNumber: boolean }> {
  const { rows } = await sql<{ email: boolean; mobileNumber: boolean }>`select
    exists (select from guards where email = ${email} and id <> ${id}) as email,
    exists (select from guards where mobile_number = ${mobileNumber} and not is_test and id <> ${id}) as "mobileNumber"`.execute(db());
  return rows[0] ?? { email: false, mobileNumber: false };
}

export async function existingSpecialities(ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await db().selectFrom('specialities').select('id').where('id', 'in', ids).execute();
  return new Set(found.map(({ id }) => id));
}

/** Merges a partial update into the stored row; settings replace settings of the same name. */
export async function updatePositionAndSettings(
  id: string,
  position: { lat: number; lng: number } | null,
  settings: object | undefined,
): Promise<void> {
  await sql`update guards set lat = coalesce(${position?.lat ?? null}, lat), lng = coalesce(${position?.lng ?? null}, lng),
    notification_settings = notification_settings || ${JSON.stringify(settings ?? {})}::jsonb where id = ${id}`.execute(db());
}
