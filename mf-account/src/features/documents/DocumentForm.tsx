import { isFileOf } from '@portal/contracts/_kernel/upload';
import { plainDigits } from '@portal/contracts/documents/documents.rules';
import { DocumentFields } from '@portal/forms/DocumentFields';
import { Form } from '@portal/forms/Form';
import type { BoundValue } from '@portal/forms/fieldProps';
import { FormCard } from '@portal/forms/formLayout';
import { SubmitButton } from '@portal/forms/SubmitButton';
import type { RulesForm } from '@portal/forms/useRulesForm';
import type { UploadProgress } from '@portal/forms/useUploadProgress';
import { Button } from '@portal/ui/Button';
import { DateField } from '@portal/ui/DateField';
import type { FileFieldProps } from '@portal/ui/FileField';
import type { TextFieldProps } from '@portal/ui/TextField';
import type { ReactNode } from 'react';
import styles from './Documents.module.css';

/** A field of digits: pasted spaces and hyphens are removed, and the hint explains it (DOCS-39). */
export const digitsField = ({ onChange, ...field }: BoundValue<string>, count: string): Omit<TextFieldProps, 'label'> => ({
  ...field,
  inputMode: 'numeric',
  hint: `${count}. Spaces and hyphens are removed.`,
  onChange: (event) => onChange(plainDigits(event.target.value)),
});

interface FieldsProps<Values> {
  form: RulesForm<Values>;
  /** The length of the number: `2 to 15 digits`. */
  digits: string;
  /** Allowed file types, and the message for any other type. */
  files: { types: readonly string[]; otherwise: string };
  /** More properties of the file field. */
  file?: Partial<FileFieldProps>;
  /** Fields between the number and the expiry date. */
  children?: ReactNode;
}

interface DocumentValues {
  documentType?: unknown;
  documentNumber?: unknown;
  expiryDate?: unknown;
  file?: unknown;
}

/** The fields of every document form: type, number, expiry date and picture, in this order. */
export function DocumentFormFields<Values extends DocumentValues>({ form, digits, files, file, children }: FieldsProps<Values>) {
  const bound = form as unknown as RulesForm<DocumentValues>;
  return (
    <DocumentFields
      what="Document"
      type={bound.bind('documentType')}
      number={digitsField(bound.bindValue('documentNumber'), digits)}
      file={{
        ...bound.bindValue<File | string | null>('file'),
        hint: 'A photo or a picture of the whole document, at most 2 MB.',
        refuses: (chosen) => (isFileOf(files.types, chosen) ? null : files.otherwise),
        ...file,
      }}
    >
      {children}
      <DateField label="Expiry date" {...bound.bindValue('expiryDate')} />
    </DocumentFields>
  );
}

interface DocumentFormProps<Values> extends FieldsProps<Values> {
  title: string;
  lead?: string | undefined;
  sending: UploadProgress;
  submit: string;
  /** Replaces the submit button. */
  instead?: ReactNode;
}

/** The card of every document form: the fields, then the submit button with the progress of the upload. */
export function DocumentForm<Values extends DocumentValues>({
  title,
  lead,
  sending,
  submit,
  instead,
  ...fields
}: DocumentFormProps<Values>) {
  const { share, cancel } = sending;
  return (
    <FormCard title={title} lead={lead}>
      <Form form={fields.form}>
        <DocumentFormFields {...fields} />
        {instead || (
          <div className={styles.send}>
            <SubmitButton form={fields.form}>{submit}</SubmitButton>
            {share !== null && (
              <>
                <progress className={styles.progress} max={1} value={share} aria-label="Sending your document" />
                <Button variant="quiet" onClick={cancel}>
                  Cancel
                </Button>
              </>
            )}
          </div>
        )}
      </Form>
    </FormCard>
  );
}
