import { limits } from '@portal/contracts/_kernel/limits';
import { listNotifications, readAllNotifications, readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import { notificationMessages } from '@portal/contracts/notifications/notifications.rules';
import { readEarly } from '@portal/mf-kit/earlyReads';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { PressContext } from '@portal/mf-kit/remote';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

const pageInput = (page: number) => ({ page, limit: limits.pageSize });

/** One page of the guard's alerts, newest first; the previous page stays while the next one is read. */
export const useNotifications = (page: number) => useQuery(listNotifications, pageInput(page), { keepPrevious: true });
export const readNotificationsEarly = (page: number, by: PressContext): void => readEarly(listNotifications, pageInput(page), by);

/** Marks one alert as read. A failure is shown only after a press on its button; after opening, the alert just stays unread. */
export function useMarkRead(id: string) {
  const portal = usePortal();
  const { send, busy } = useWrite(readNotification);
  const mark = async () => {
    const result = await send({ id });
    if (result.ok) portal.announce(notificationMessages.marked);
    else portal.toast('error', failureText(result.error, notificationMessages.notMarked));
  };
  return { mark, opened: () => void send({ id }), busy };
}

export function useMarkAllRead() {
  const portal = usePortal();
  const { send, busy } = useWrite(readAllNotifications);
  const markAll = async () => {
    const result = await send({});
    if (result.ok) portal.announce(notificationMessages.allMarked);
    else portal.toast('error', failureText(result.error, notificationMessages.notMarked));
  };
  return { markAll, busy };
}
