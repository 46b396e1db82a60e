import { copy } from '@portal/contracts/_kernel/copy';
import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

export interface ButtonLook {
  /** As wide as what holds it. */
  wide?: boolean | undefined;
  small?: boolean | undefined;
}

/** The class of a button, for links that another library renders. */
export const buttonClass = (variant: ButtonVariant = 'primary', look: ButtonLook = {}): string =>
  cx(styles.button, styles[variant], look.wide && styles.wide, look.small && styles.small);

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  variant?: ButtonVariant | undefined;
  /** The request is in flight: the button cannot be pressed and shows `busyText`. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
  icon?: ReactNode;
  href?: never;
}

export function Button(props: ButtonProps) {
  const { variant, busy, busyText = copy.pleaseWait, icon, wide, small, className, children, type = 'button', disabled, ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass(variant, { wide, small }), busy && styles.busy, className)}
      disabled={disabled || busy}
      aria-disabled={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      <span>{busy ? busyText : children}</span>
    </button>
  );
}
