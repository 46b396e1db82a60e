import { Button, type ButtonProps } from '@portal/ui/Button';
import { useIsHydrated } from '@portal/ui/useIsHydrated';
import { useContext } from 'react';
import { PostsItself } from './PostsItself';

export interface SubmitButtonProps extends Omit<ButtonProps, 'type' | 'busy' | 'form'> {
  form: { busy: boolean };
}

/**
 * Disabled, with its waiting text, while the form is in flight; never silently before. In prerendered HTML it is disabled until the
 * form has its code: the browser's own submit would put what was typed into the address. In a `PostForm` it is right, and works.
 */
export function SubmitButton({ form, disabled, ...rest }: SubmitButtonProps) {
  const isHydrated = useIsHydrated();
  const postsItself = useContext(PostsItself);
  return <Button {...rest} type="submit" busy={form.busy} disabled={disabled || !(isHydrated || postsItself)} />;
}
