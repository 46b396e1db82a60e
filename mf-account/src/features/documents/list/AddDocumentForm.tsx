import { documentFileTypes } from '@portal/contracts/_kernel/upload';
import { documentMessages, documentRules } from '@portal/contracts/documents/documents.rules';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { DocumentForm } from '../DocumentForm';
import { useAddDocument } from '../documents.queries';

interface AddDocumentFormProps {
  guardId: string;
  onSubmit(): void;
  /** Runs when the document is stored; the form starts again. */
  onAdded(): void;
}

export function AddDocumentForm({ guardId, onSubmit, onAdded }: AddDocumentFormProps) {
  const portal = usePortal();
  const { add, sending } = useAddDocument();
  const form = useRulesForm(documentRules, {
    defaults: { documentType: '', documentNumber: '', expiryDate: '', file: null },
    unsaved: 'your document',
    onSubmit: async (document) => {
      onSubmit();
      const result = await add({ ...document, guardId });
      if (!result.ok) return result;
      portal.toast('success', result.message);
      onAdded();
      return result;
    },
  });
  return (
    <DocumentForm
      form={form}
      title="Add a document"
      lead="One document of each type, four at most. Only you and our staff can see them."
      digits="2 to 15 digits"
      files={{ types: documentFileTypes, otherwise: documentMessages.fileType }}
      sending={sending}
      submit="Add document"
    />
  );
}
