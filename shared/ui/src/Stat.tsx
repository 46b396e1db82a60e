import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './Stat.module.css';

export interface StatProps {
  label: ReactNode;
  value: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
  className?: string | undefined;
}

export function Stat({ label, value, hint, icon, className }: StatProps) {
  return (
    <div className={cx(styles.stat, className)}>
      <span className={styles.label}>
        {icon}
        {label}
      </span>
      <span className={styles.value}>{value}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </div>
  );
}
