import { plainMobile } from '@portal/contracts/_kernel/normalise';
import { TextField, type TextFieldProps } from '@portal/ui/TextField';
import { type FocusEvent, memo } from 'react';
import type { BoundField } from './fieldProps';

export type PhoneFieldProps = Partial<Omit<TextFieldProps, 'type' | 'inputMode' | keyof BoundField>> & BoundField;

/** A phone number; pass it `form.bind('phone')`. On blur it shows a pasted number in its normalised form, without dropping digits. */
export const PhoneField = memo(function PhoneField({ label = 'Phone', hint = '10 digits, such as 4165550123', ...field }: PhoneFieldProps) {
  return (
    <TextField
      autoComplete="tel-national"
      {...field}
      label={label}
      hint={hint}
      type="tel"
      inputMode="tel"
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        const read = plainMobile(event.target.value);
        if (read !== event.target.value && /^\d+$/.test(read)) {
          event.target.value = read;
          void field.onChange({ ...event, type: 'change' });
        }
        void field.onBlur(event);
      }}
    />
  );
});
