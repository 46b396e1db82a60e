import type { Page } from '@portal/contracts/_kernel/envelope';
import { searchText } from '@portal/contracts/_kernel/normalise';
import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { sql } from 'kysely';
import { db } from '../../platform/database/db';
import { decryptNumber, encryptNumber, type StoredNumber } from '../../platform/identity/encrypted-numbers';
import { documentNumbers } from './document-numbers.columns';

const columns = sql`id, document_type as "documentType", number_key_id as "keyId", number_sealed as sealed,
  expiry_date as "expiryDate", file, guard_id as "guardId", license_number as "licenseNumber"`;

type Row = Omit<GuardDocument, 'documentNumber'> & StoredNumber;

const read = ({ keyId, sealed, ...row }: Row): GuardDocument => ({
  ...row,
  documentNumber: decryptNumber(documentNumbers, row.guardId, { keyId, sealed }),
});

export interface DocumentsQuery {
  page: number;
  limit: number;
  searchBy: string | undefined;
}

/** A guard has at most four, and their numbers are encrypted, so they are searched here and not in the database. */
export async function documentsOf(guardId: string, { page, limit, searchBy = '' }: DocumentsQuery): Promise<Page<GuardDocument>> {
  const wanted = searchText(searchBy);
  const found = (await allDocumentsOf(guardId)).filter(({ documentType, documentNumber }) =>
    [documentType, documentNumber].some((text) => searchText(text).includes(wanted)),
  );
  return { docs: found.slice((page - 1) * limit, page * limit), total: found.length };
}

export async function allDocumentsOf(guardId: string): Promise<GuardDocument[]> {
  const { rows } = await sql<Row>`select ${columns} from guard_documents where guard_id = ${guardId} order by created_at, id`.execute(db());
  return rows.map(read);
}

export async function documentOf(guardId: string, id: string): Promise<GuardDocument | undefined> {
  const { rows } = await sql<Row>`select ${columns} from guard_documents where id = ${id} and guard_id = ${guardId}`.execute(db());
  return rows.map(read)[0];
}

export interface NewDocumentRow extends Omit<GuardDocument, 'id' | 'licenseNumber'> {
  licenseNumber: string | null;
  now: string;
}

export async function insertDocument(row: NewDocumentRow): Promise<void> {
  const { keyId, sealed, hash } = encryptNumber(documentNumbers, row.guardId, row.documentNumber);
  await sql`insert into guard_documents (guard_id, document_type, number_key_id, number_sealed, number_hash, expiry_date, file, license_number,
      created_at)
    values (${row.guardId}, ${row.documentType}, ${keyId}, ${sealed}, ${hash}, ${row.expiryDate}, ${row.file}, ${row.licenseNumber},
      ${row.now})`.execute(db());
}

export async function updateDocument(
  guardId: string,
  id: string,
  row: Pick<NewDocumentRow, 'documentType' | 'documentNumber' | 'expiryDate' | 'file'>,
) {
  const { keyId, sealed, hash } = encryptNumber(documentNumbers, guardId, row.documentNumber);
  await sql`update guard_documents set document_type = ${row.documentType}, number_key_id = ${keyId},
    number_sealed = ${sealed}, number_hash = ${hash}, expiry_date = ${row.expiryDate}, file = ${row.file} where id = ${id} and guard_id = ${guardId}`.execute(
    db(),
  );
}

/** @returns the files of the deleted documents. */
export async function deleteDocuments(guardId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    delete from guard_documents where guard_id = ${guardId} and id = any(${[...ids]}::uuid[]) returning file`.execute(db());
  return rows.map(({ file }) => file);
}
