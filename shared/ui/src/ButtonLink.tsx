import type { ComponentProps, ReactNode } from 'react';
import { type ButtonLook, type ButtonVariant, buttonClass } from './Button';
import { cx } from './cx';
import { onPlainClick } from './plainClick';

export interface ButtonLinkProps extends ComponentProps<'a'>, ButtonLook {
  href: string;
  variant?: ButtonVariant | undefined;
  icon?: ReactNode;
  /** Replaces the browser's navigation on a plain click, for instance with `portal.navigate`. */
  onNavigate?: ((href: string) => void) | undefined;
}

export function ButtonLink({ href, variant, icon, wide, small, onNavigate, className, children, ...rest }: ButtonLinkProps) {
  const handlers = onNavigate && { onClick: onPlainClick(() => onNavigate(href)) };
  return (
    <a {...rest} {...handlers} href={href} className={cx(buttonClass(variant, { wide, small }), className)}>
      {icon}
      <span>{children}</span>
    </a>
  );
}
