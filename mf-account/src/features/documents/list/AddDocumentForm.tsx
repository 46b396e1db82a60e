import { documentFileTypes } from '@portal/contracts/_kernel/upload';
import { documentMessages, documentRules } from '@portal/contracts/documents/documents.rules';
import { Form } from '@portal/forms/Form';
import { FormCard } from '@portal/forms/FormCard';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useAddDocument } from '../documents.queries';
import { Fields } from '../Fields';
import { Send } from '../Send';

interface AddDocumentFormProps {
  guardId: string;
  onSubmit(): void;
  /** It is stored: the next one begins anew. */
  onAdded(): void;
}

/** The form of My Documents (DOCS-01). */
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
    <FormCard title="Add a document" lead="One document of each type, four at most. Only you and our staff can see them.">
      <Form form={form}>
        <Fields form={form} digits="2 to 15 digits" files={{ types: documentFileTypes, otherwise: documentMessages.fileType }} />
        <Send form={form} sending={sending}>
          Add document
        </Send>
      </Form>
    </FormCard>
  );
}
