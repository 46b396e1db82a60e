import { documentFileTypes } from '@portal/contracts/_kernel/upload';
import { deleteDocument, type GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages, documentRules, type NewDocument } from '@portal/contracts/documents/documents.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useState } from 'react';
import { useAddDocument, useDocuments } from '../documents.queries';
import { Fields } from '../Fields';

/** What would be refused when the document is gone already. */
function twinOf({ documentType, documentNumber }: NewDocument, others: readonly GuardDocument[]): Record<string, string> | null {
  if (others.some((other) => other.documentType === documentType)) return { documentType: documentMessages.sameType };
  if (others.some((other) => other.documentNumber === documentNumber)) return { documentNumber: documentMessages.sameNumber };
  return null;
}

const unread = 'Your other documents could not be read yet, so nothing was deleted. Please try again in a moment.';

interface ReplaceDocumentModalProps {
  document: GuardDocument;
  /** The document is deleted already, and this is what was entered for it. */
  typed?: Readonly<Record<string, unknown>> | undefined;
  onClose(): void;
}

/**
 * Deletes a document and adds the one that takes its place: the new file is held until the delete succeeded (DOCS-38). From then on it
 * is kept on the device until the server has it; what the server refuses stays in the form, to be sent again.
 */
export function ReplaceDocumentModal({ document, typed: entered, onClose }: ReplaceDocumentModalProps) {
  const portal = usePortal();
  const { id, guardId, documentType } = document;
  const { send: remove } = useWrite(deleteDocument);
  const { addSurely } = useAddDocument();
  const list = useDocuments(guardId, 1);
  const isRead = list.hasData && !list.error;
  const [isDeleted, setDeleted] = useState(entered !== undefined);
  const form = useRulesForm(documentRules, {
    // Of a deleted document the stored picture is gone, too.
    defaults: entered
      ? { ...entered, file: entered.file instanceof File ? entered.file : null }
      : { documentType, documentNumber: '', expiryDate: '', file: null },
    unsaved: isDeleted ? 'your new document (the old one is deleted already)' : 'your document',
    onSubmit: async (typed) => {
      // What the server would refuse is only known from the list: by then the old document would be gone.
      if (!isDeleted && !isRead) {
        if (list.error) list.retry();
        return { ok: false, error: { userMessage: unread, fields: {} } };
      }
      const fields = twinOf(
        typed,
        list.data.docs.filter((other) => other.id !== id),
      );
      if (fields) return { ok: false, error: { userMessage: '', fields } };
      if (!isDeleted) {
        const gone = await remove({ id });
        if (!gone.ok) return gone;
        setDeleted(true);
      }
      const result = await addSurely({ ...typed, guardId });
      if (!result.ok) return result;
      if (result.kept)
        portal.toast('info', 'Your new document waits on this device. It is sent by itself as soon as the portal can be reached.');
      else portal.toast('success', result.message);
      portal.navigate(documentsPaths.list());
      return result;
    },
  });
  // Its delete and its add are one act for the guard: the name stays while it is open.
  const title = entered ? 'Add as a new document' : 'Replace document';
  return (
    <FormDialog form={form} title={title} submit={title} onClose={onClose} summary wide>
      <Fields form={form} digits="2 to 15 digits" files={{ types: documentFileTypes, otherwise: documentMessages.fileType }} />
    </FormDialog>
  );
}
