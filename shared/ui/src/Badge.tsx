import styles from './Badge.module.css';
import { cx } from './cx';

/** A count on something; "99+" above 99, nothing at 0. `label` says what is counted: "unread notifications". */
export function Badge({ count, label, className }: { count: number; label: string; className?: string | undefined }) {
  if (count <= 0) return null;
  return (
    <span className={cx(styles.badge, className)}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className={styles.label}>
        {count} {label}
      </span>
    </span>
  );
}
