import type { ReactNode } from 'react';
import styles from './Banner.module.css';
import { cx } from './cx';
import { Icon, type IconName } from './Icon';
import { IconButton } from './IconButton';
import { usePausingTimer } from './usePausingTimer';

export type MessageKind = 'error' | 'success' | 'warning' | 'info';

const icons: Record<MessageKind, IconName> = { error: 'alert', success: 'check', warning: 'alert', info: 'info' };

export interface BannerProps {
  kind: MessageKind;
  children: ReactNode;
  /** Calls `onClose` after this time in ms. The timer pauses on hover, on focus and in a hidden tab. */
  timeoutMs?: number | undefined;
  /** Adds a close button. */
  onClose?: (() => void) | undefined;
  actions?: ReactNode;
  /** The message was already announced to screen readers. */
  isAnnounced?: boolean | undefined;
  className?: string | undefined;
}

/** A message on the page. An error interrupts screen readers, other messages wait. */
export function Banner({ kind, children, timeoutMs, onClose, actions, isAnnounced, className }: BannerProps) {
  const pausing = usePausingTimer(timeoutMs ?? null, () => onClose?.());
  return (
    <div
      {...pausing}
      role={isAnnounced ? undefined : kind === 'error' ? 'alert' : 'status'}
      className={cx(styles.banner, styles[kind], className)}
    >
      <Icon name={icons[kind]} className={styles.icon} />
      <div className={styles.text}>
        <div>{children}</div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {onClose && <IconButton icon="close" label="Close message" onClick={onClose} className={styles.close} />}
    </div>
  );
}
