import { copy } from '@portal/contracts/_kernel/copy';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { useSearchParams } from '@portal/mf-kit/router';
import { Button } from '@portal/ui/Button';
import { PageHeader } from '@portal/ui/PageHeader';
import { useMarkAllRead, useNotifications } from '../notifications.queries';
import { NotificationItem } from './NotificationItem';
import styles from './NotificationsScreen.module.css';

export function NotificationsScreen() {
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const query = useNotifications(page);
  const { markAll, busy } = useMarkAllRead();
  const { docs, total } = query.data;
  // Unread ones may stand on another page; an API of before read marks says nothing of them.
  const hasUnread = docs.some(({ isRead }) => isRead === false || (isRead && total > docs.length));
  return (
    <div className={styles.screen}>
      <PageHeader title="Notification Alerts" />
      <PagedList
        query={query}
        page={page}
        linkTo={(to) => notificationsPaths.list({ page: pageForUrl(to) })}
        counted={['alert', 'alerts']}
        failed="Your alerts could not be loaded"
        loading={{ shape: 'card', count: 3, label: 'Loading your alerts' }}
        empty={{ icon: 'bell', title: copy.noDataFound, why: 'News about your jobs, your leave and your pay will stand here.' }}
      >
        {(alerts) => (
          <>
            {/* Comes with the list: above it, it would push it down. */}
            {hasUnread && (
              <Button variant="secondary" small className={styles.all} busy={busy} onClick={() => void markAll()}>
                Mark all as read
              </Button>
            )}
            <ul className={styles.list}>
              {alerts.map((notification) => (
                <NotificationItem key={notification.id} notification={notification} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </div>
  );
}
