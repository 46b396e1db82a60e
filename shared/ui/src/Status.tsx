import type { ReactNode, Ref } from 'react';
import { cx } from './cx';
import styles from './Status.module.css';

export interface StatusProps {
  /** Null leaves an empty live region in place, so that screen readers announce the next text. */
  children?: ReactNode;
  tone?: 'quiet' | 'danger' | 'success' | undefined;
  className?: string | undefined;
  /** The owner may focus the line. */
  ref?: Ref<HTMLParagraphElement> | undefined;
}

/** A line next to a button with the result of pressing it. It must stay mounted. */
export function Status({ children, tone = 'quiet', className, ref }: StatusProps) {
  return (
    <p ref={ref} tabIndex={ref ? -1 : undefined} role="status" className={cx(styles.status, styles[tone], className)}>
      {children}
    </p>
  );
}
