import { Button, type ButtonProps } from '@portal/ui/Button';
import { useIsHydrated } from '@portal/ui/useIsHydrated';
import { createContext, useContext } from 'react';

/** True inside a `ProgressiveForm`: the browser can submit the form without JavaScript. */
export const NativeSubmitContext = createContext(false);

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'busy' | 'form'> {
  form: { busy: boolean };
}

/**
 * Submits a form of `useRulesForm`; disabled, with a waiting text, while the form is in flight. In prerendered HTML it is disabled until
 * hydration, because a native submit would put the values into the address. In a `ProgressiveForm` it is enabled from the start.
 */
export function SubmitButton({ form, disabled, ...rest }: SubmitButtonProps) {
  const isHydrated = useIsHydrated();
  const canSubmitNatively = useContext(NativeSubmitContext);
  return <Button {...rest} type="submit" busy={form.busy} disabled={disabled || !(isHydrated || canSubmitNatively)} />;
}
