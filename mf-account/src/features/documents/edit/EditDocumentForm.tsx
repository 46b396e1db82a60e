import type { GuardDocument } from '@portal/contracts/documents/documents.endpoints';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { documentMessages, updateFileTypes, updateRules } from '@portal/contracts/documents/documents.rules';
import { Form } from '@portal/forms/Form';
import { FormCard } from '@portal/forms/FormCard';
import { useRulesForm } from '@portal/forms/useRulesForm';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { useMemo, useState } from 'react';
import styles from '../Documents.module.css';
import { useUpdateDocument } from '../documents.queries';
import { Fields } from '../Fields';
import { Send } from '../Send';
import { ReplaceDocumentModal } from './ReplaceDocumentModal';

interface EditDocumentFormProps {
  document: GuardDocument;
  /** It was deleted meanwhile: what was entered can be added as a new one. */
  isGone?: boolean;
}

/** One document, filled in (DOCEDIT-01). Beside the number stands the way to one that this form does not take (DOCS-38). */
export function EditDocumentForm({ document, isGone = false }: EditDocumentFormProps) {
  const portal = usePortal();
  const { id, guardId, documentType, documentNumber, expiryDate, file } = document;
  const { update, sending } = useUpdateDocument();
  const [isReplacing, setReplacing] = useState(false);
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
          {!isGone && (
            <div className={styles.side}>
              <p>Another number, or one of other length? Then this document is deleted and the new one is added.</p>
              <Button small variant="secondary" onClick={() => setReplacing(true)}>
                Replace document
              </Button>
            </div>
          )}
        </Fields>
        {isGone ? (
          <Button className={styles.alone} onClick={() => setReplacing(true)}>
            Add as a new document
          </Button>
        ) : (
          <Send form={form} sending={sending}>
            Save
          </Send>
        )}
      </Form>
      {isReplacing && (
        <ReplaceDocumentModal document={document} typed={isGone ? form.values() : undefined} onClose={() => setReplacing(false)} />
      )}
    </FormCard>
  );
}
