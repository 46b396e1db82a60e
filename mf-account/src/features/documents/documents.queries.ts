import type { Input } from '@portal/contracts/_kernel/endpoint';
import { limits } from '@portal/contracts/_kernel/limits';
import {
  addDocument,
  documentDetail,
  listDocuments,
  replaceDocument,
  updateDocument,
} from '@portal/contracts/documents/documents.endpoints';
import { useUploadProgress } from '@portal/forms/useUploadProgress';
import { readEarly } from '@portal/mf-kit/earlyReads';
import { readFailureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useState } from 'react';

const pageInput = (guardId: string, page: number) => ({ limit: limits.pageSize, guardId, page, searchBy: '' });

/** One page of the guard's documents; the previous page stays while the next one is read. */
export const useDocuments = (guardId: string, page: number) => useQuery(listDocuments, pageInput(guardId, page), { keepPrevious: true });
export const readDocumentsEarly = (page: number, by: PressContext): void => readEarly(listDocuments, pageInput(by.guardId, page), by);

export const useDocument = (id: string) => useQuery(documentDetail, { id });

type NewDocument = Omit<Input<typeof addDocument>, 'licenseNumber'> & { licenseNumber?: string };

const withLicenceField = (input: NewDocument): Input<typeof addDocument> => ({ licenseNumber: undefined, ...input });
const durable = ({ documentType }: NewDocument) => ({ what: `Document: ${documentType}` });

/** Adds a document; `sending` has its progress. */
export function useAddDocument() {
  const { send, sendOrQueue } = useWrite(addDocument);
  const { track, sending } = useUploadProgress();
  return {
    sending,
    add: (input: NewDocument) => track((options) => send(withLicenceField(input), options)),
    /** Like `add`, but without a reply the document is queued. */
    addOrQueue: (input: NewDocument) => track((options) => sendOrQueue(withLicenceField(input), { ...options, durable: durable(input) })),
  };
}

/** Deletes one document and adds another in one durable write. The server does both or neither. */
export function useReplaceDocument(id: string) {
  const { sendOrQueue } = useWrite(replaceDocument);
  const { track } = useUploadProgress();
  return (input: NewDocument) =>
    track((options) => sendOrQueue({ ...withLicenceField(input), id }, { ...options, durable: durable(input) }));
}

export function useUpdateDocument() {
  const { send } = useWrite(updateDocument);
  const { track, sending } = useUploadProgress();
  return { sending, update: (input: Input<typeof updateDocument>) => track((options) => send(input, options)) };
}

/** Shows a failed reading as a toast, and as a banner until it is closed (DOCS-36, DOCS-37). */
export function useFailureBanner({ error }: Pick<ReturnType<typeof useDocuments>, 'error'>) {
  const portal = usePortal();
  const [banner, setBanner] = useState<string | null>(null);
  // Each reading creates a new failure object, so the text decides whether a failure is new.
  const text = error && readFailureText(error);
  useEffect(() => {
    setBanner(text);
    if (text !== null) portal.toast('error', text);
  }, [portal, text]);
  return { banner, close: () => setBanner(null) };
}
