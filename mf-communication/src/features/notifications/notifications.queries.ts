import { limits } from '@portal/contracts/_kernel/limits';
import { listNotifications } from '@portal/contracts/notifications/notifications.endpoints';
import { useQuery } from '@portal/mf-kit/useQuery';

/** One page of the guard's alerts, newest first; the last page stays while the next one is read. */
export const useNotifications = (page: number) => useQuery(listNotifications, { page, limit: limits.pageSize }, { keepPrevious: true });
