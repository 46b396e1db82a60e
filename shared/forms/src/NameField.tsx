import type { TextFieldProps } from '@portal/ui/TextField';
import type { BoundField } from './fieldProps';
import { LettersField } from './LettersField';

const names = {
  first: { label: 'First name', autoComplete: 'given-name', instead: "Letters only: type O'Brien as OBrien and Anne-Marie as AnneMarie." },
  middle: { label: 'Middle name', autoComplete: 'additional-name', instead: 'Letters and single spaces only: type Lee-Ann as Lee Ann.' },
  last: { label: 'Last name', autoComplete: 'family-name', instead: "Letters only: type O'Brien as OBrien and Roy-Smith as RoySmith." },
  whole: { label: 'Name', autoComplete: 'name', instead: "Letters, spaces, hyphens and dots only: type O'Brien as OBrien." },
} as const;

type NameFieldProps = BoundField & Pick<TextFieldProps, 'optional'> & { part: keyof typeof names };

/** A field for a part of a name; pass it `form.bind('firstName')`. */
export const NameField = ({ part, ...field }: NameFieldProps) => <LettersField {...names[part]} {...field} />;
