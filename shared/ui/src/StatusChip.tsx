import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './StatusChip.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent';

/** A state as a word; the colour only supports it. */
export function StatusChip({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string | undefined;
}) {
  return <span className={cx(styles.chip, styles[tone], className)}>{children}</span>;
}
