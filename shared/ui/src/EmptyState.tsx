import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './Icon';
import styles from './State.module.css';

export interface EmptyStateProps {
  /** The stated text. */
  title: ReactNode;
  why?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  icon?: IconName | undefined;
  /** Instead of the icon. */
  picture?: ReactNode;
  className?: string | undefined;
}

/** There is nothing here: what, why, and what to do next. */
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
