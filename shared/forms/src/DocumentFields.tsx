import { documentTypes } from '@portal/contracts/_kernel/documentTypes';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { FileField, type FileFieldProps } from '@portal/ui/FileField';
import { Select, type SelectProps } from '@portal/ui/Select';
import { TextField, type TextFieldProps } from '@portal/ui/TextField';
import type { ReactNode } from 'react';
import { FieldPair } from './formLayout';

const types = documentTypes.map((type) => ({ value: type, label: type }));

interface DocumentFieldsProps {
  what: string;
  /** From a form's `bind`, or a row's `text`. */
  type: Omit<SelectProps, 'label' | 'options' | 'placeholder'>;
  number: Omit<TextFieldProps, 'label'>;
  /** From a form's `bindValue`, or a row's `value`. A string is the name of the stored picture. */
  file: Omit<FileFieldProps, 'label' | 'stored'>;
  /** Rendered between the number and the picture: an expiry date. */
  children?: ReactNode;
}

/** Fields of an identity document: type, number and picture. `what` begins each label: "Identification type", "Identification number". */
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
