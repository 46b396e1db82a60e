import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages, updateFileTypes, updateRules } from '@portal/contracts/documents/documents.rules';
import { Form } from '@portal/forms/Form';
import { FormCard } from '@portal/forms/FormCard';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { useMemo } from 'react';
import styles from '../Documents.module.css';
import { useUpdateDocument } from '../documents.queries';
import { Fields } from '../Fields';
import { Send } from '../Send';

interface EditDocumentFormProps {
  document: GuardDocument;
  onReplace(): void;
}

/** One document, filled in (DOCEDIT-01). Beside the number stands the way to one that this form does not take (DOCS-38). */
export function EditDocumentForm({ document, onReplace }: EditDocumentFormProps) {
  const portal = usePortal();
  const { id, guardId, documentType, documentNumber, expiryDate, file } = document;
  const { update, sending } = useUpdateDocument();
  const rules = useMemo(() => updateRules(documentNumber), [documentNumber]);
  const form = useRulesForm(rules, {
    defaults: { documentType, documentNumber, expiryDate, file },
    unsaved: 'your document',
    onSubmit: async (typed) => {
      // An expiry that was not changed is not sent (DOCEDIT-15).
      const expiry = typed.expiryDate === expiryDate ? undefined : typed.expiryDate;
      const result = await update({ ...typed, expiryDate: expiry, id, guardId });
      if (!result.ok) return result;
      portal.toast('success', result.message);
      portal.navigate(documentsPaths.list());
      return result;
    },
  });
  return (
    <FormCard title={documentType}>
      <Form form={form}>
        <Fields
          form={form}
          digits="As it is, or a new one of exactly 15 digits"
          files={{ types: updateFileTypes, otherwise: documentMessages.updateFileType }}
          file={{ storedName: documentType }}
        >
          <div className={styles.side}>
            <p>Another number, or one of other length? Then this document is deleted and the new one is added.</p>
            <Button small variant="secondary" onClick={onReplace}>
              Replace document
            </Button>
          </div>
        </Fields>
        <Send form={form} sending={sending}>
          Save
        </Send>
      </Form>
    </FormCard>
  );
}
