import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import type { HONEYPOT } from '@portal/contracts/_kernel/honeypot';
import type { applyForOpening } from '@portal/contracts/career/career.endpoints';
import type { listCareerApplications } from '@portal/contracts/career/career.staff';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';

type Application = Omit<Input<typeof applyForOpening>, typeof HONEYPOT | 'file'>;

export interface ApplicationFile {
  name: string;
  type: string;
  bytes: Buffer;
}

interface Arrival {
  held: boolean;
  now: string;
  file: ApplicationFile | null;
}

/** @returns the id. */
export async function insert(application: Application, { held, now, file }: Arrival): Promise<string> {
  const { name, email, phone, experience = null, speciality = null, details = null } = application;
  const { rows } = await sql<{ id: string }>`
    insert into career_applications
      (name, email, phone, experience, speciality, details, file_name, file_type, file, consented_at, held, created_at)
    values (${name}, ${email}, ${phone}, ${experience}, ${speciality}, ${details},
      ${file?.name ?? null}, ${file?.type ?? null}, ${file?.bytes ?? null}, ${now}, ${held}, ${now})
    returning id`.execute(db());
  return rows[0]?.id ?? '';
}

export async function latestApplications(limit: number): Promise<Output<typeof listCareerApplications>> {
  const { rows } = await sql<Output<typeof listCareerApplications>[number]>`
    select id as "applicationId", name, email, phone, experience, speciality, details, file_name as "fileName",
      consented_at as "consentedAt", held, created_at as "createdAt"
    from career_applications order by created_at desc, id limit ${limit}`.execute(db());
  return rows;
}

export async function fileOf(applicationId: string): Promise<ApplicationFile | undefined> {
  const { rows } = await sql<ApplicationFile>`
    select file_name as name, file_type as type, file as bytes from career_applications
    where id = ${applicationId} and file is not null`.execute(db());
  return rows[0];
}

/** @returns the number of deleted rows. */
export async function deleteOf(email: string): Promise<number> {
  const { rows } = await sql`delete from career_applications where lower(email) = ${email} returning id`.execute(db());
  return rows.length;
}
