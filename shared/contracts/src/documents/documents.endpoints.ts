import { array, type InferType, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, civilDate, id, pageOf, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';
import { addInput, documentMessages, updateInput } from './documents.rules';

export const documentShape = object({
  id: string().required(),
  documentType: string().required(),
  documentNumber: string().required(),
  expiryDate: civilDate().required(),
  /** The name of the stored picture; empty if there is none. */
  file: string().defined(),
  guardId: string().required(),
  /** Only entered on /addDocs (ADDDOCS-12). */
  licenseNumber: string().nullable(),
});
export type GuardDocument = InferType<typeof documentShape>;

const owner = { guardId: id().required() };
const one = { id: id().required() };

/** The guard's own documents, oldest first. 403: another guard's id. */
export const listDocuments = endpoint({
  id: 'documents.list',
  method: 'GET',
  path: '/guard-document',
  auth: 'held',
  input: object({ ...paging(), ...owner }),
  output: pageOf<GuardDocument>(documentShape),
  always: ['searchBy'],
});

export const documentDetail = endpoint({
  id: 'documents.detail',
  method: 'GET',
  path: '/guard-document/:id',
  auth: 'held',
  input: object(one),
  output: documentShape,
});

/** 409: a fifth document, or a type or number that the guard has already saved. The latter two mark their field. */
export const addDocument = endpoint({
  id: 'documents.add',
  method: 'POST',
  path: '/guard-document',
  auth: 'held',
  body: 'multipart',
  input: addInput.shape(owner),
  output: anything(),
  ok: documentMessages.added,
});

/** Refusals as for `addDocument`; the document itself does not count. The previous file stays until the new one is stored. */
export const updateDocument = endpoint({
  id: 'documents.update',
  method: 'PATCH',
  path: '/guard-document/:id',
  auth: 'held',
  body: 'multipart',
  input: updateInput.shape({ ...one, ...owner }),
  output: anything(),
  ok: documentMessages.updated,
});

/** Deletes a document and adds a new one, or neither. The same refusals as `addDocument`. 404: not a document of the guard. */
export const replaceDocument = endpoint({
  id: 'documents.replace',
  method: 'POST',
  path: '/guard-document/:id/replace',
  auth: 'held',
  body: 'multipart',
  input: addInput.shape({ ...one, ...owner }),
  output: anything(),
  ok: documentMessages.added,
});

export const deleteDocument = endpoint({
  id: 'documents.delete',
  method: 'DELETE',
  path: '/guard-document/:id',
  auth: 'held',
  input: object(one),
  output: anything(),
  ok: documentMessages.deleted,
});

/** Deletes all of them or none. 404: one of them does not exist. */
export const deleteDocuments = endpoint({
  id: 'documents.delete-several',
  method: 'POST',
  path: '/guard-document/delete/multiple',
  auth: 'held',
  input: object({
    documentIds: array(id().required()).min(1, 'Choose at least one').max(50, 'At most 50').required('Choose at least one'),
  }),
  output: anything(),
  ok: documentMessages.severalDeleted,
});
