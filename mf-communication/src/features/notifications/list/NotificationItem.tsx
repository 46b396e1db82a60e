import type { Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import styles from './NotificationsScreen.module.css';

export function NotificationItem({ notification: { title, description, createdAt } }: { notification: Notification }) {
  return (
    <li className={styles.item}>
      <h2 className={styles.title}>{title}</h2>
      {description && <p className={styles.description}>{description}</p>}
      <p className={styles.time}>
        <UtcAndLocal instant={createdAt} format="dateTime" />
      </p>
    </li>
  );
}
