import { copy } from '@portal/contracts/_kernel/copy';
import { localDay } from '@portal/contracts/_kernel/formats';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { byDay } from '@portal/mf-kit/dayName';
import { PagedList, pageForUrl, pageInUrl } from '@portal/mf-kit/PagedList';
import type { PressContext } from '@portal/mf-kit/remote';
import { useSearchParams } from '@portal/mf-kit/router';
import type { PressedLink } from '@portal/mf-kit/routes';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { PageHeader } from '@portal/ui/PageHeader';
import { readNotificationsEarly, useMarkAllRead, useNotifications } from '../notifications.queries';
import { NotificationItem } from './NotificationItem';
import styles from './NotificationsScreen.module.css';

const HOUR_MS = 3_600_000;

export function NotificationsScreen() {
  const now = useNow(HOUR_MS);
  const [params] = useSearchParams();
  const page = pageInUrl(params);
  const query = useNotifications(page);
  const { markAll, busy } = useMarkAllRead();
  const { docs, total } = query.data;
  // Unread alerts may be on another page. An API without read marks does not send isRead.
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
        loading={{ shape: 'rows', count: 6, label: 'Loading your alerts' }}
        empty={{ icon: 'bell', title: copy.noDataFound, why: 'You get an alert when something changes about your jobs, leave or pay.' }}
      >
        {(alerts) => (
          <>
            {/* Inside the list, so that the button does not push rows down when it appears. */}
            {hasUnread && (
              <Button variant="secondary" small className={styles.all} busy={busy} onClick={() => void markAll()}>
                Mark all as read
              </Button>
            )}
            {/* The key of a day stays when a new alert comes, or when today becomes yesterday: the focus stays on its row. */}
            {byDay(alerts, ({ createdAt }) => createdAt, now).map(({ day, rows }) => (
              <section key={rows[0] && localDay(rows[0].createdAt)} aria-label={day}>
                <h2 className={styles.day}>{day}</h2>
                <ul className={styles.list}>
                  {rows.map((notification) => (
                    <NotificationItem key={notification.id} notification={notification} />
                  ))}
                </ul>
              </section>
            ))}
          </>
        )}
      </PagedList>
    </div>
  );
}
NotificationsScreen.startReads = ({ search }: PressedLink, by: PressContext): void => readNotificationsEarly(pageInUrl(search), by);
