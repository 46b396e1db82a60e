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
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useState } from 'react';

/** One page of the guard's documents; the last page stays while the next one is read. */
export const useDocuments = (guardId: string, page: number) =>
  useQuery(listDocuments, { limit: limits.pageSize, guardId, page, searchBy: '' }, { keepPrevious: true });

export const useDocument = (id: string) => useQuery(documentDetail, { id });

type Added = Omit<Input<typeof addDocument>, 'licenseNumber'> & { licenseNumber?: string };

const complete = (input: Added): Input<typeof addDocument> => ({ licenseNumber: undefined, ...input });
const durable = ({ documentType }: Added) => ({ what: `Document: ${documentType}` });

/** Adds a document; `sending` has its progress. */
export function useAddDocument() {
  const { send, sendOrQueue: keep } = useWrite(addDocument);
  const { track: during, sending } = useUploadProgress();
  return {
    sending,
    add: (input: Added) => during((options) => send(complete(input), options)),
    /** As `add`; while the server does not reply, the document waits on the device. */
    addSurely: (input: Added) => during((options) => keep(complete(input), { ...options, durable: durable(input) })),
  };
}

/** Deletes one document and adds another as one durable act: the server does both or neither. */
export function useReplaceDocument(id: string) {
  const { sendOrQueue: keep } = useWrite(replaceDocument);
  const { track: during } = useUploadProgress();
  return (input: Added) => during((options) => keep({ ...complete(input), id }, { ...options, durable: durable(input) }));
}

export function useUpdateDocument() {
  const { send } = useWrite(updateDocument);
  const { track: during, sending } = useUploadProgress();
  return { sending, update: (input: Input<typeof updateDocument>) => during((options) => send(input, options)) };
}

/** A reading that failed is told as a toast, and as a banner until it is taken away (DOCS-36, DOCS-37). */
export function useFailureTold({ error }: Pick<ReturnType<typeof useDocuments>, 'error'>) {
  const portal = usePortal();
  const [banner, setBanner] = useState<string | null>(null);
  // Each look makes the failure anew; one failure is told once.
  const words = error?.userMessage ?? null;
  useEffect(() => {
    setBanner(words);
    if (words !== null) portal.toast('error', words);
  }, [portal, words]);
  return { banner, close: () => setBanner(null) };
}
