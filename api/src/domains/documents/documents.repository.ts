import type { Page } from '@portal/contracts/_kernel/envelope';
import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/db';

const columns = sql`id, document_type as "documentType", document_number as "documentNumber", expiry_date as "expiryDate", file,
  guard_id as "guardId", license_number as "licenseNumber"`;

export interface Wanted {
  page: number;
  limit: number;
  searchBy: string | undefined;
}

export async function documentsOf(guardId: string, { page, limit, searchBy }: Wanted): Promise<Page<GuardDocument>> {
  const like = `%${(searchBy ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const from = sql`guard_documents where guard_id = ${guardId} and (document_type ilike ${like} or document_number ilike ${like})`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db());
  const { rows } = await sql<GuardDocument>`
    select ${columns} from ${from} order by created_at, id limit ${limit} offset ${(page - 1) * limit}`.execute(db());
  return { docs: rows, total: counted.rows[0]?.total ?? 0 };
}

export async function allDocumentsOf(guardId: string): Promise<GuardDocument[]> {
  const { rows } = await sql<GuardDocument>`
    select ${columns} from guard_documents where guard_id = ${guardId} order by created_at, id`.execute(db());
  return rows;
}

export async function documentOf(guardId: string, id: string): Promise<GuardDocument | undefined> {
  const { rows } = await sql<GuardDocument>`select ${columns} from guard_documents where id = ${id} and guard_id = ${guardId}`.execute(
    db(),
  );
  return rows[0];
}

export interface Stored extends Omit<GuardDocument, 'id' | 'licenseNumber'> {
  licenseNumber: string | null;
  now: string;
}

export async function insertDocument(row: Stored): Promise<void> {
  await sql`insert into guard_documents (guard_id, document_type, document_number, expiry_date, file, license_number, created_at)
    values (${row.guardId}, ${row.documentType}, ${row.documentNumber}, ${row.expiryDate}, ${row.file}, ${row.licenseNumber}, ${row.now})`.execute(
    db(),
  );
}

export async function updateDocument(
  guardId: string,
  id: string,
  row: Pick<Stored, 'documentType' | 'documentNumber' | 'expiryDate' | 'file'>,
) {
  await sql`update guard_documents set document_type = ${row.documentType}, document_number = ${row.documentNumber},
    expiry_date = ${row.expiryDate}, file = ${row.file} where id = ${id} and guard_id = ${guardId}`.execute(db());
}

/** @returns the files of those that were there. */
export async function deleteDocuments(guardId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    delete from guard_documents where guard_id = ${guardId} and id = any(${[...ids]}::uuid[]) returning file`.execute(db());
  return rows.map(({ file }) => file);
}
