import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import { limits } from '@portal/contracts/_kernel/limits';
import type { listNotifications, Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { changed } from '../../platform/realtime';
import { insertNotification, notificationsOf } from './notifications.repository';

/** The guard's own notifications, latest first. */
export const list = (
  guardId: string,
  { page = 1, limit = limits.pageSize, searchBy }: Input<typeof listNotifications>,
): Promise<Page<Notification>> => notificationsOf(guardId, { page, limit, searchBy });

/** Tells a guard something. It joins the transaction around it, and open pages hear of it after the commit. */
export async function notify(guardId: string, title: string, description = ''): Promise<Notification> {
  const notification = await insertNotification(guardId, title, description);
  changed(guardId, 'notifications');
  return notification;
}
