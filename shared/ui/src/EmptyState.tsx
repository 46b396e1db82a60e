import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './Icon';
import styles from './State.module.css';

export interface EmptyStateProps {
  /** The stated text. */
  title: ReactNode;
  why?: ReactNode;
  action?: ReactNode;
  icon?: IconName | undefined;
  /** Replaces the icon. */
  picture?: ReactNode;
  className?: string | undefined;
}

/** Explains an empty page: the stated text, the reason, and the next step. */
export function EmptyState({ title, why, action, icon = 'search', picture, className }: EmptyStateProps) {
  return (
    <div className={cx(styles.state, className)}>
      {picture ?? (
        <span className={styles.picture}>
          <Icon name={icon} size={32} />
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {why && <p className={styles.why}>{why}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
