import { Button, type ButtonProps } from '@portal/ui/Button';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'busy' | 'form'> {
  form: { busy: boolean };
}

/** Disabled, with its waiting text, while the form is in flight; never silently before. */
export const SubmitButton = ({ form, ...rest }: SubmitButtonProps) => <Button {...rest} type="submit" busy={form.busy} />;
