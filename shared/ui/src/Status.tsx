import type { ReactNode, Ref } from 'react';
import { cx } from './cx';
import styles from './Status.module.css';

export interface StatusProps {
  /** Null keeps the region in place, so that what comes is read out. */
  children?: ReactNode;
  tone?: 'quiet' | 'danger' | 'success' | undefined;
  className?: string | undefined;
  /** The owner may move the focus to the line. */
  ref?: Ref<HTMLParagraphElement> | undefined;
}

/** A small line by a button that says what became of pressing it. Keep it mounted. */
export function Status({ children, tone = 'quiet', className, ref }: StatusProps) {
  return (
    <p ref={ref} tabIndex={ref ? -1 : undefined} role="status" className={cx(styles.status, styles[tone], className)}>
      {children}
    </p>
  );
}
