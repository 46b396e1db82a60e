import { copy } from '@portal/contracts/_kernel/copy';
import { type ComponentProps, type ReactNode, type RefObject, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import styles from './Button.module.css';
import { cx } from './cx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'dangerLine';

export interface ButtonLook {
  /** As wide as its container. */
  wide?: boolean | undefined;
  small?: boolean | undefined;
}

export const buttonClass = (variant: ButtonVariant = 'primary', look: ButtonLook = {}): string =>
  cx(styles.button, styles[variant], look.wide && styles.wide, look.small && styles.small);

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  variant?: ButtonVariant | undefined;
  /** The request is in flight: the button is disabled and shows `busyText`. */
  busy?: boolean | undefined;
  busyText?: string | undefined;
  icon?: ReactNode;
  href?: never;
}

/** A disabled button loses the focus. A keyboard user gets it back when the button is enabled and no dialog is open. */
function useFocusKept(button: RefObject<HTMLButtonElement | null>, busy: boolean | undefined) {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    // Some browsers remove the focus when the button is disabled, before the effect below; others in the next frame.
    const onBlur = ({ target }: FocusEvent) => {
      hadFocus.current = (target as HTMLButtonElement).disabled;
    };
    button.current?.addEventListener('blur', onBlur);
  }, [button]);
  useLayoutEffect(() => {
    const returnFocus = () => {
      const { activeElement } = document;
      const dialog = activeElement?.closest('dialog');
      if (dialog && !dialog.contains(button.current)) dialog.addEventListener('close', returnFocus, { once: true });
      // `keepFocus` moves the focus to a heading if a dialog closes while this button is disabled.
      else if (activeElement?.matches('body, h1, h2, h3, h4, h5, h6, [data-focus-home]')) button.current?.focus();
    };
    if (busy) hadFocus.current ||= document.activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      returnFocus();
    }
  }, [button, busy]);
}

export function Button(props: ButtonProps) {
  const {
    variant,
    busy,
    busyText = copy.pleaseWait,
    icon,
    wide,
    small,
    className,
    children,
    type = 'button',
    disabled,
    ref,
    ...rest
  } = props;
  const own = useRef<HTMLButtonElement | null>(null);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => own.current);
  useFocusKept(own, busy);
  return (
    <button
      {...rest}
      ref={own}
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
