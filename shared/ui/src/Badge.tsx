import styles from './Badge.module.css';
import { cx } from './cx';

/** A count with its unit: `label` is "unread notifications", for example. Shows "99+" above 99, and nothing at 0. */
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
