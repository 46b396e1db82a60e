import { TextField, type TextFieldProps } from '@portal/ui/TextField';

/** A text of letters alone, by the documents' rule. Any other text gets a hint what to type `instead`. */
export function LettersField({ instead, hint, ...field }: TextFieldProps & { instead: string }) {
  const isRefused = field.error !== undefined && !/is required\.?$/.test(field.error);
  return <TextField hint={isRefused ? instead : hint} {...field} />;
}
