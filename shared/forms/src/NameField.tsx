import { TextField, type TextFieldProps } from '@portal/ui/TextField';
import type { BoundField } from './bound';

const names = {
  first: { label: 'First name', autoComplete: 'given-name', instead: "Letters only: type O'Brien as OBrien and Anne-Marie as AnneMarie." },
  middle: { label: 'Middle name', autoComplete: 'additional-name', instead: 'Letters and single spaces only: type Lee-Ann as Lee Ann.' },
  last: { label: 'Last name', autoComplete: 'family-name', instead: "Letters only: type O'Brien as OBrien and Roy-Smith as RoySmith." },
  whole: { label: 'Name', autoComplete: 'name', instead: "Letters, spaces, hyphens and dots only: type O'Brien as OBrien." },
} as const;

type NameFieldProps = BoundField & Pick<TextFieldProps, 'optional'> & { part: keyof typeof names };

/** A name as `bind` gives it. A name that the documents' rule refuses gets a hint what to type instead. */
export function NameField({ part, ...field }: NameFieldProps) {
  const { instead, ...texts } = names[part];
  const isRefused = field.error !== undefined && !field.error.endsWith('is required');
  return <TextField {...texts} hint={isRefused ? instead : undefined} {...field} />;
}
