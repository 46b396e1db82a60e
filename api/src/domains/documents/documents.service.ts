import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type {
  addDocument,
  GuardDocument,
  listDocuments,
  replaceDocument,
  updateDocument,
} from '@portal/contracts/documents/documents.endpoints';
import { documentMessages, MOST_DOCUMENTS } from '@portal/contracts/documents/documents.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail, failValidation } from '../../platform/http/errors';
import { numberColumn } from '../../platform/identity/encrypted-numbers';
import { notifyChanged } from '../../platform/live/realtime';
import { requireOwn } from '../guards/guards.service';
import { deleteOwnFiles, recordUpload } from '../media/media.service';
import { documentNumbers } from './document-numbers.columns';
import * as documents from './documents.repository';

const DOMAIN = 'documents';

/** The numbers of My Documents, for `platform/identity/key-rotation`. */
export const documentColumn = numberColumn(documentNumbers);

/** The guard's own documents, oldest first. 403 another guard's id. */
export async function list(
  me: string,
  { guardId, page = 1, limit = limits.pageSize, searchBy }: Input<typeof listDocuments>,
): Promise<Page<GuardDocument>> {
  requireOwn(me, guardId);
  return documents.documentsOf(me, { page, limit, searchBy });
}

/** One of the guard's own documents: 404 for any other. */
export const detail = async (me: string, id: string): Promise<GuardDocument> =>
  (await documents.documentOf(me, id)) ?? fail(404, documentMessages.unknown);

function refuseTwins(others: readonly GuardDocument[], given: Pick<GuardDocument, 'documentType' | 'documentNumber'>): void {
  const refuse = (field: keyof typeof given, message: string) => fail(409, message, { fields: { [field]: message } });
  if (others.some(({ documentType }) => documentType === given.documentType)) refuse('documentType', documentMessages.sameType);
  if (others.some(({ documentNumber }) => documentNumber === given.documentNumber)) refuse('documentNumber', documentMessages.sameNumber);
}

/** Serializes the writes of a guard's documents, so that counts and comparisons still hold when a row is stored. */
const inTurn = (me: string, act: () => Promise<void>): Promise<void> =>
  transaction(async () => {
    await lock({ guard: me });
    await act();
    notifyChanged(me, DOMAIN);
  });

async function insert(me: string, { guardId, file, licenseNumber, ...given }: Input<typeof addDocument>): Promise<void> {
  requireOwn(me, guardId);
  const stored = await documents.allDocumentsOf(me);
  if (stored.length >= MOST_DOCUMENTS) fail(409, documentMessages.tooMany);
  refuseTwins(stored, given);
  const name = await recordUpload(file, me);
  await documents.insertDocument({ ...given, guardId: me, file: name, licenseNumber: licenseNumber ?? null, now: nowText() });
}

async function erase(me: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const files = await documents.deleteDocuments(me, wanted);
  if (files.length < wanted.length) fail(404, documentMessages.unknown);
  await deleteOwnFiles(me, files);
}

/** Stores a document with its picture. 409 a fifth one, or a type or a number that is stored already. */
export const add = (me: string, input: Input<typeof addDocument>): Promise<void> => inTurn(me, () => insert(me, input));

/** Deletes a document and adds the new one in one transaction: a refusal of either changes neither. */
export const replace = (me: string, { id, ...input }: Input<typeof replaceDocument>): Promise<void> =>
  inTurn(me, async () => {
    await erase(me, [id]);
    await insert(me, input);
  });

/**
 * Changes a document. The previous file is deleted when the new one and its row are committed. 404 a document that is not the guard's,
 * 409 a type or a number of another one, 400 the name of a file that is not this document's.
 */
export async function update(me: string, { id, guardId, file, expiryDate, ...given }: Input<typeof updateDocument>): Promise<void> {
  requireOwn(me, guardId);
  await inTurn(me, async () => {
    const before = await detail(me, id);
    refuseTwins(
      (await documents.allDocumentsOf(me)).filter((other) => other.id !== id),
      given,
    );
    if (typeof file === 'string' && file !== before.file) failValidation({ file: documentMessages.fileMissing });
    const name = typeof file === 'string' ? before.file : await recordUpload(file, me);
    await documents.updateDocument(me, id, { ...given, expiryDate: expiryDate ?? before.expiryDate, file: name });
    if (name !== before.file) await deleteOwnFiles(me, [before.file]);
  });
}

/** Deletes documents with their files: all of them, or none with 404 when one is not the guard's. */
export const remove = (me: string, ids: readonly string[]): Promise<void> => inTurn(me, () => erase(me, ids));
