import { copy } from '@portal/contracts/_kernel/copy';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { cx } from './cx';
import { Icon } from './Icon';
import styles from './State.module.css';

export interface ErrorStateProps {
  /** The event, for example that loading failed. */
  title?: ReactNode;
  /** The line below the title: the reason, or the data that is not lost. */
  detail?: ReactNode;
  onRetry?: (() => void) | undefined;
  retryBusy?: boolean | undefined;
  /** Identifies the log line. */
  reference?: string | undefined;
  action?: ReactNode;
  className?: string | undefined;
}

/** Loading failed: shows the event, a line of detail, and a retry button. */
export function ErrorState({ title = copy.somethingWrong, detail, onRetry, retryBusy, reference, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cx(styles.state, className)}>
      <span className={cx(styles.picture, styles.failed)}>
        <Icon name="alert" size={32} />
      </span>
      <p className={styles.title}>{title}</p>
      {detail && <p className={styles.why}>{detail}</p>}
      {(onRetry || action) && (
        <div className={styles.action}>
          {onRetry && (
            <Button variant="secondary" onClick={onRetry} busy={retryBusy}>
              Retry
            </Button>
          )}
          {action}
        </div>
      )}
      {reference && <p className={styles.reference}>Reference: {reference}</p>}
    </div>
  );
}
