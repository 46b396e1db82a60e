import { limits } from '@portal/contracts/_kernel/limits';
import type { Registration } from '@portal/contracts/guards/guards.registration';
import { DocumentFields } from '@portal/forms/DocumentFields';
import { FormCard } from '@portal/forms/formLayout';
import { AddRow, RemoveRow, useRowFocus } from '@portal/forms/RowControls';
import { useRows } from '@portal/forms/useRows';
import type { RulesForm } from '@portal/forms/useRulesForm';
import styles from './Registration.module.css';
import { type DocumentRow, emptyDocument, sections } from './registrationValues';

export function DocumentsSection({ form }: { form: RulesForm<Registration> }) {
  const documents = useRows<DocumentRow>(form, 'identityDocuments');
  const focus = useRowFocus('Document', documents.rows.length);
  return (
    <FormCard
      id={sections.documents}
      title="Identification documents"
      lead="They confirm your identity. One is enough. Only you and our staff can see them."
    >
      <ul ref={focus.list} className={styles.rows}>
        {documents.rows.map(({ key, row }, index) => (
          <li key={key} className={styles.row}>
            <fieldset className={styles.fieldset}>
              <legend className={styles.legend}>Document {index + 1}</legend>
              <DocumentFields
                what="Identification"
                type={documents.text(index, 'idType')}
                number={{
                  ...documents.text(index, 'idNumber'),
                  hint: `Up to ${limits.identityNumber} letters, digits, hyphens, dots or spaces`,
                  autoCapitalize: 'characters',
                }}
                file={{
                  ...documents.value(index, 'file'),
                  value: row.file ?? (row.idProof || null),
                  storedName: row.fileName,
                  onChange: (file) => documents.merge(index, { file, fileName: file?.name ?? '', ...(!file && { idProof: '' }) }),
                }}
              />
              {documents.rows.length > 1 && (
                <RemoveRow name={`document ${index + 1}`} onRemove={() => focus.removing(index, () => documents.remove(index))} />
              )}
            </fieldset>
          </li>
        ))}
      </ul>
      {documents.rows.length < limits.identityRows && (
        <AddRow onAdd={() => focus.adding(() => documents.add(emptyDocument))}>Add another document</AddRow>
      )}
    </FormCard>
  );
}
