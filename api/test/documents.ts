import { randomUUID } from 'node:crypto';
import type { Input } from '@portal/contracts/_kernel/endpoint';
import { addDocument, type GuardDocument, listDocuments, updateDocument } from '@portal/contracts/documents/documents.endpoints';
import { makePicture } from './pictures';
import type { TestApi, TestGuard } from './test-api';

export type NewDocument = Input<typeof addDocument>;

/** Each write of a page has a separate key, whose row refers to the guard's row. */
const asPages = ({ token }: TestGuard) => ({ token, headers: { 'idempotency-key': randomUUID() } });

/** The calls of a guard's documents that tests use. */
export function documentCalls(api: TestApi) {
  const list = async (by: TestGuard): Promise<GuardDocument[]> =>
    (await api.call(listDocuments, { guardId: by.id } as Input<typeof listDocuments>, { token: by.token })).data.docs;
  return {
    list,
    first: async (by: TestGuard) => (await list(by))[0] as GuardDocument,
    /** Adds a valid document, except for the fields in `over`. */
    add: async (by: TestGuard, over: Partial<NewDocument> = {}) => {
      const document = { documentType: 'Drivers license', documentNumber: '12345', expiryDate: '2028-05-31', guardId: by.id, ...over };
      // Documents are ordered by the time of their creation.
      api.clock.advance({ seconds: 1 });
      const file = over.file ?? (await makePicture({}, 'front.png'));
      return api.call(addDocument, { ...document, file } as NewDocument, asPages(by));
    },
    /** Changes a document, except for omitted fields. */
    update: ({ licenseNumber: _, ...stored }: GuardDocument, by: TestGuard, over: Partial<Input<typeof updateDocument>> = {}) =>
      api.call(updateDocument, { ...stored, ...over } as Input<typeof updateDocument>, asPages(by)),
  };
}
