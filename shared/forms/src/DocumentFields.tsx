import { documentTypes } from '@portal/contracts/_kernel/documentTypes';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { FileField, type FileFieldProps } from '@portal/ui/FileField';
import { Select, type SelectProps } from '@portal/ui/Select';
import { TextField, type TextFieldProps } from '@portal/ui/TextField';
import type { ReactNode } from 'react';
import { FieldPair } from './formLayout';

const types = documentTypes.map((type) => ({ value: type, label: type }));

interface DocumentFieldsProps {
  /** The first word of each label: "Identification type", "Identification number", "Identification file". */
  what: string;
  /** What a form's `bind`, or a row's `text`, gives. */
  type: Omit<SelectProps, 'label' | 'options' | 'placeholder'>;
  number: Omit<TextFieldProps, 'label'>;
  /** What a form's `bindValue`, or a row's `value`, gives. A text is the name of the stored picture. */
  file: Omit<FileFieldProps, 'label' | 'stored'>;
  /** Stands between the number and the picture: an expiry date. */
  children?: ReactNode;
}

/** The fields of a document that says who somebody is: which kind, its number, its picture. */
export function DocumentFields({ what, type, number, file, children }: DocumentFieldsProps) {
  return (
    <>
      <FieldPair>
        <Select label={`${what} type`} options={types} placeholder="Please choose" {...type} />
        <TextField label={`${what} number`} autoComplete="off" {...number} />
      </FieldPair>
      {children}
      <FileField
        label={`${what} file`}
        hint="A photo of the side with your name and the number."
        stored={<SessionImage filename={typeof file.value === 'string' ? file.value : null} alt="" />}
        {...file}
      />
    </>
  );
}
