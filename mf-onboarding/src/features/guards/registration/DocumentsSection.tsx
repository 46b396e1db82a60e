import { documentTypes } from '@portal/contracts/_kernel/documentTypes';
import { limits } from '@portal/contracts/_kernel/limits';
import type { Registration } from '@portal/contracts/guards/guards.registration';
import { useRows } from '@portal/forms/useRows';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { FileField } from '@portal/ui/FileField';
import { Select } from '@portal/ui/Select';
import { TextField } from '@portal/ui/TextField';
import { StepCard } from '../../../StepFrame';
import styles from './Registration.module.css';
import { AddRow, RemoveRow, useRowFocus } from './RowButtons';
import { type DocumentRow, emptyDocument } from './registrationValues';

const types = documentTypes.map((type) => ({ value: type, label: type }));

export function DocumentsSection({ form }: { form: RulesForm<Registration> }) {
  const documents = useRows<DocumentRow>(form, 'identityDocuments');
  const focus = useRowFocus('Document', documents.rows.length);
  return (
    <StepCard
      title="Identification documents"
      lead="They show that it is really you who comes to work. One is enough. Only you and our staff can see them."
    >
      <ul ref={focus.list} className={styles.rows}>
        {documents.rows.map(({ key, row }, index) => (
          <li key={key} className={styles.row}>
            <fieldset className={styles.fieldset}>
              <legend className={styles.legend}>Document {index + 1}</legend>
              <div className={styles.pair}>
                <Select label="Identification type" options={types} placeholder="Please choose" {...documents.text(index, 'idType')} />
                <TextField
                  label="Identification number"
                  hint={`Up to ${limits.identityNumber} letters, digits, hyphens, dots or spaces`}
                  autoComplete="off"
                  autoCapitalize="characters"
                  {...documents.text(index, 'idNumber')}
                />
              </div>
              <FileField
                {...documents.value(index, 'file')}
                label="Identification file"
                hint="A photo of the side with your name and the number."
                value={row.file ?? (row.idProof || null)}
                storedName={row.fileName}
                stored={<SessionImage filename={row.idProof} alt="" />}
                onChange={(file) => documents.merge(index, { file, fileName: file?.name ?? '', ...(!file && { idProof: '' }) })}
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
    </StepCard>
  );
}
