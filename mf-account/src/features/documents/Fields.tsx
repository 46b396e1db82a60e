import { isFileOf } from '@portal/contracts/_kernel/upload';
import { plainDigits } from '@portal/contracts/documents/documents.rules';
import type { BoundValue } from '@portal/forms/bound';
import { DocumentFields } from '@portal/forms/DocumentFields';
import type { RulesForm } from '@portal/forms/useRulesForm';
import { DateField } from '@portal/ui/DateField';
import type { FileFieldProps } from '@portal/ui/FileField';
import type { TextFieldProps } from '@portal/ui/TextField';
import type { ReactNode } from 'react';

/** A field of digits: pasted spaces and hyphens are left out, and the hint says so (DOCS-39). */
export const digitsField = ({ onChange, ...field }: BoundValue<string>, count: string): Omit<TextFieldProps, 'label'> => ({
  ...field,
  inputMode: 'numeric',
  hint: `${count}. Spaces and hyphens are left out.`,
  onChange: (event) => onChange(plainDigits(event.target.value)),
});

interface FieldsProps<Values> {
  form: RulesForm<Values>;
  /** How long the number is: `2 to 15 digits`. */
  digits: string;
  /** What the file may be, and what is said of any other one. */
  files: { types: readonly string[]; otherwise: string };
  /** More of the file field. */
  file?: Partial<FileFieldProps>;
  /** Stands between the number and the expiry date. */
  children?: ReactNode;
}

interface DocumentValues {
  documentType?: unknown;
  documentNumber?: unknown;
  expiryDate?: unknown;
  file?: unknown;
}

/** What the three forms of a document have: its type, number, expiry date and picture. */
export function Fields<Values extends DocumentValues>({ form, digits, files, file, children }: FieldsProps<Values>) {
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
