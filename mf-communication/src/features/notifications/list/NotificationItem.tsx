import { dayAndTime, localTime } from '@portal/contracts/_kernel/formats';
import { isOwnPath } from '@portal/contracts/_kernel/path';
import type { Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { IconButton } from '@portal/ui/IconButton';
import { useMarkRead } from '../notifications.queries';
import styles from './NotificationsScreen.module.css';

/** One alert as a row. A press anywhere opens its page and marks it as read; without a page it only marks it. */
export function NotificationItem({ notification }: { notification: Notification }) {
  const { id, title, description, createdAt, to, isRead } = notification;
  const { mark, opened, busy } = useMarkRead(id);
  const isUnread = isRead === false;
  const path = to && isOwnPath(to) ? to : null;
  return (
    <li className={styles.item} data-unread={isUnread || undefined} data-opens={path !== null || undefined}>
      <h3 className={styles.title}>
        {path === null ? (
          <span>{title}</span>
        ) : (
          <a href={path} onClick={isUnread ? opened : undefined}>
            {title}
          </a>
        )}
      </h3>
      <p className={styles.meta}>
        {isUnread && <span className={styles.unread}>Unread</span>} <span>{localTime(createdAt)}</span>
      </p>
      {description && <p className={styles.description}>{description}</p>}
      <time className={styles.utc} dateTime={createdAt}>
        {dayAndTime(createdAt)} UTC
      </time>
      {isUnread && (
        <IconButton
          icon="check"
          label={`Mark as read: ${title}`}
          aria-disabled={busy || undefined}
          className={styles.mark}
          onClick={() => {
            if (!busy) void mark();
          }}
        />
      )}
    </li>
  );
}
