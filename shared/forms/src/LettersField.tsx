import { TextField, type TextFieldProps } from '@portal/ui/TextField';

/** A field for letters only. If the rule refuses its text, `instead` replaces the hint. */
export function LettersField({ instead, hint, ...field }: TextFieldProps & { instead: string }) {
  const isRefused = field.error !== undefined && !/is required\.?$/.test(field.error);
  return <TextField hint={isRefused ? instead : hint} {...field} />;
}
