import { copy } from '@portal/contracts/_kernel/copy';
import { limits } from '@portal/contracts/_kernel/limits';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { EmptyState } from '@portal/ui/EmptyState';
import { ErrorState } from '@portal/ui/ErrorState';
import { PageHeader } from '@portal/ui/PageHeader';
import { Pager } from '@portal/ui/Pager';
import { Skeleton } from '@portal/ui/Skeleton';
import { useEffect } from 'react';
import { useNotifications } from '../notifications.queries';
import { NotificationItem } from './NotificationItem';
import styles from './NotificationsScreen.module.css';

/** The page stands in the URL; anything that is no page number is the first page. */
const pageOf = (text: string | null) => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 1);

export function NotificationsScreen() {
  const portal = usePortal();
  const [params] = useSearchParams();
  const page = pageOf(params.get('page'));
  const { data, hasData, error, isLoading, retry } = useNotifications(page);
  const pageCount = Math.ceil(data.total / limits.pageSize);

  useEffect(() => {
    if (hasData && pageCount > 1) portal.announce(`Page ${page} of ${pageCount}, ${data.total} alerts`);
  }, [portal, hasData, page, pageCount, data.total]);

  return (
    <div className={styles.screen}>
      <PageHeader title="Notification Alerts" />
      {error && <ErrorState title="Your alerts could not be loaded." safe={error.userMessage} onRetry={retry} />}
      {isLoading && <Skeleton shape="card" count={3} />}
      {hasData && data.docs.length === 0 && (
        <EmptyState icon="bell" title={copy.noDataFound} why="News about your jobs, your leave and your pay will stand here." />
      )}
      <ul className={styles.list}>
        {data.docs.map((notification) => (
          <NotificationItem key={notification.id} notification={notification} />
        ))}
      </ul>
      <Pager page={page} pageCount={pageCount} hrefFor={(to) => notificationsPaths.list({ page: to === 1 ? undefined : to })} />
    </div>
  );
}
