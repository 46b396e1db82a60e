import { copy } from '@portal/contracts/_kernel/copy';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import { useSearchParams } from '@portal/mf-kit/router';
import { PageHeader } from '@portal/ui/PageHeader';
import { useNotifications } from '../notifications.queries';
import { NotificationItem } from './NotificationItem';
import styles from './NotificationsScreen.module.css';

export function NotificationsScreen() {
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  return (
    <div className={styles.screen}>
      <PageHeader title="Notification Alerts" />
      <PagedList
        query={useNotifications(page)}
        page={page}
        linkTo={(to) => notificationsPaths.list({ page: pageForUrl(to) })}
        counted={['alert', 'alerts']}
        failed="Your alerts could not be loaded"
        loading={{ shape: 'card', count: 3, label: 'Loading your alerts' }}
        empty={{ icon: 'bell', title: copy.noDataFound, why: 'News about your jobs, your leave and your pay will stand here.' }}
      >
        {(alerts) => (
          <ul className={styles.list}>
            {alerts.map((notification) => (
              <NotificationItem key={notification.id} notification={notification} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
