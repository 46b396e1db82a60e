import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages, updateFileTypes, updateRules } from '@portal/contracts/documents/documents.rules';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { useMemo, useState } from 'react';
import { DocumentForm } from '../DocumentForm';
import styles from '../Documents.module.css';
import { useUpdateDocument } from '../documents.queries';
import { ReplaceDocumentModal } from './ReplaceDocumentModal';

interface EditDocumentFormProps {
  document: GuardDocument;
  /** The document was deleted in another tab or on another device. The input can be added as a new document. */
  wasDeleted?: boolean;
}

/** One document with its values (DOCEDIT-01). A number whose length this form refuses replaces the document (DOCS-38). */
export function EditDocumentForm({ document, wasDeleted = false }: EditDocumentFormProps) {
  const portal = usePortal();
  const { id, guardId, documentType, documentNumber, expiryDate, file } = document;
  const { update, sending } = useUpdateDocument();
  const [isReplacing, setReplacing] = useState(false);
  const rules = useMemo(() => updateRules(documentNumber), [documentNumber]);
  const form = useRulesForm(rules, {
    defaults: { documentType, documentNumber, expiryDate, file },
    unsaved: 'your document',
    onSubmit: async (typed) => {
      // An unchanged expiry is not sent (DOCEDIT-15).
      const expiry = typed.expiryDate === expiryDate ? undefined : typed.expiryDate;
      const result = await update({ ...typed, expiryDate: expiry, id, guardId });
      if (!result.ok) return result;
      portal.toast('success', result.message);
      portal.navigate(documentsPaths.list());
      return result;
    },
  });
  return (
    <>
      <DocumentForm
        form={form}
        title={documentType}
        digits="Keep this number, or enter a new one of exactly 15 digits"
        files={{ types: updateFileTypes, otherwise: documentMessages.updateFileType }}
        file={{ storedName: documentType }}
        sending={sending}
        submit="Save"
        instead={
          wasDeleted && (
            <Button className={styles.alone} onClick={() => setReplacing(true)}>
              Add as a new document
            </Button>
          )
        }
      >
        {!wasDeleted && (
          <div className={styles.side}>
            <p>Is the number a different length? Then we replace this document with a new one.</p>
            <Button small variant="secondary" onClick={() => setReplacing(true)}>
              Replace document
            </Button>
          </div>
        )}
      </DocumentForm>
      {isReplacing && (
        <ReplaceDocumentModal document={document} typed={wasDeleted ? form.values() : undefined} onClose={() => setReplacing(false)} />
      )}
    </>
  );
}
