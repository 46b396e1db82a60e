import { documentFileTypes } from '@portal/contracts/_kernel/upload';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { addDocsRules, documentMessages } from '@portal/contracts/documents/documents.rules';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSession } from '@portal/mf-kit/useSession';
import { PageHeader } from '@portal/ui/PageHeader';
import { TextField } from '@portal/ui/TextField';
import { DocumentForm, digitsField } from '../DocumentForm';
import styles from '../Documents.module.css';
import { useAddDocument } from '../documents.queries';

/** Adds a document with a licence number, while a guard waits for approval and from My Documents (ADDDOCS-13). */
export function AddDocsScreen() {
  const portal = usePortal();
  const guardId = useSession()?.guardId ?? '';
  const { add, sending } = useAddDocument();
  const form = useRulesForm(addDocsRules, {
    defaults: { documentType: '', documentNumber: '', licenseNumber: '', expiryDate: '', file: null },
    unsaved: 'your document',
    onSubmit: async (document) => {
      const result = await add({ ...document, guardId });
      if (!result.ok) return result;
      portal.toast('success', result.message);
      portal.navigate(documentsPaths.list());
      return result;
    },
  });
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Add Documents"
        lead="Send our staff a document with your licence number."
        back={{ label: 'My Documents', href: documentsPaths.list() }}
      />
      <DocumentForm
        form={form}
        title="Add a document"
        lead="One document of each type, four at most. Only you and our staff can see them."
        digits="Exactly 5 digits"
        files={{ types: documentFileTypes, otherwise: documentMessages.fileType }}
        sending={sending}
        submit="Add document"
      >
        <TextField label="Licence number" autoComplete="off" {...digitsField(form.bindValue('licenseNumber'), 'Exactly 5 digits')} />
      </DocumentForm>
    </div>
  );
}
