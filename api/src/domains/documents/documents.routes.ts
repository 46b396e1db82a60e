import {
  addDocument,
  deleteDocument,
  deleteDocuments,
  documentDetail,
  listDocuments,
  replaceDocument,
  updateDocument,
} from '@portal/contracts/documents/documents.endpoints';
import { bind } from '../../platform/http/routes';
import * as documents from './documents.service';

export const documentsRoutes = [
  bind(listDocuments, (me, input) => documents.list(me.id, input)),
  bind(documentDetail, (me, { id }) => documents.detail(me.id, id)),
  bind(addDocument, (me, input) => documents.add(me.id, input)),
  bind(updateDocument, (me, input) => documents.update(me.id, input)),
  bind(replaceDocument, (me, input) => documents.replace(me.id, input)),
  bind(deleteDocument, (me, { id }) => documents.remove(me.id, [id])),
  bind(deleteDocuments, (me, { documentIds }) => documents.remove(me.id, documentIds)),
];
