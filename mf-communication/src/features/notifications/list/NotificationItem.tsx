import { isOwnPath } from '@portal/contracts/_kernel/path';
import type { Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { Button } from '@portal/ui/Button';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useMarkRead } from '../notifications.queries';
import styles from './NotificationsScreen.module.css';

/** One alert; what it is about opens by its title, which marks it as read. An API of before read marks says nothing of them. */
export function NotificationItem({ notification }: { notification: Notification }) {
  const { id, title, description, createdAt, to, isRead } = notification;
  const { mark, opened, busy } = useMarkRead(id);
  const isUnread = isRead === false;
  return (
    <li className={styles.item} data-unread={isUnread || undefined}>
      <h2 className={styles.title}>
        {to && isOwnPath(to) ? (
          <a href={to} onClick={isUnread ? opened : undefined}>
            {title}
          </a>
        ) : (
          title
        )}
      </h2>
      {description && <p className={styles.description}>{description}</p>}
      <div className={styles.foot}>
        <p className={styles.time}>
          {isUnread && (
            <>
              <span className={styles.unread}>Unread</span>{' '}
            </>
          )}
          <UtcAndLocal instant={createdAt} format="dateTime" />
        </p>
        {isUnread && (
          <Button variant="quiet" small busy={busy} aria-label={`Mark as read: ${title}`} onClick={() => void mark()}>
            Mark as read
          </Button>
        )}
      </div>
    </li>
  );
}
