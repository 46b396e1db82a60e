import { documentFileTypes } from '@portal/contracts/_kernel/upload';
import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages, documentRules } from '@portal/contracts/documents/documents.rules';
import { FormDialog } from '@portal/forms/FormDialog';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { DocumentFormFields } from '../DocumentForm';
import { useAddDocument, useReplaceDocument } from '../documents.queries';

interface ReplaceDocumentModalProps {
  document: GuardDocument;
  /** Input for a document that was deleted in the meantime; it is added as a new one. */
  typed?: Readonly<Record<string, unknown>> | undefined;
  onClose(): void;
}

/**
 * Replaces a document by a new one in one durable write (DOCS-38): the server deletes the old one and adds the new one, or refuses both.
 * Without a reply the write is queued.
 */
export function ReplaceDocumentModal({ document, typed: entered, onClose }: ReplaceDocumentModalProps) {
  const portal = usePortal();
  const { id, guardId, documentType } = document;
  const replace = useReplaceDocument(id);
  const { addOrQueue } = useAddDocument();
  const form = useRulesForm(documentRules, {
    // The server deletes the picture together with its document, so a new file is required.
    defaults: entered
      ? { ...entered, file: entered.file instanceof File ? entered.file : null }
      : { documentType, documentNumber: '', expiryDate: '', file: null },
    unsaved: 'your document',
    onSubmit: async (typed) => {
      const result = await (entered ? addOrQueue : replace)({ ...typed, guardId });
      if (!result.ok) return result;
      if (result.kept) portal.toast('info', 'Your new document is saved on this device. We will send it when you are back online.');
      else portal.toast('success', result.message);
      portal.navigate(documentsPaths.list());
      return result;
    },
  });
  const title = entered ? 'Add as a new document' : 'Replace document';
  return (
    <FormDialog form={form} title={title} submit={title} onClose={onClose} summary wide>
      <DocumentFormFields form={form} digits="2 to 15 digits" files={{ types: documentFileTypes, otherwise: documentMessages.fileType }} />
    </FormDialog>
  );
}
