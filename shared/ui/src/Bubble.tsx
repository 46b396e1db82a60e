import type { ReactNode } from 'react';
import styles from './Bubble.module.css';
import { cx } from './cx';

export interface BubbleProps {
  own?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The box of one message in a conversation. */
export const Bubble = ({ own = false, className, children }: BubbleProps) => (
  <div className={cx(styles.bubble, own && styles.own, className)}>{children}</div>
);

/** The text of a message with its line breaks. Its text direction does not affect the surrounding text. */
export const BubbleText = ({ children }: { children: ReactNode }) => (
  <p dir="auto" className={styles.text}>
    {children}
  </p>
);
