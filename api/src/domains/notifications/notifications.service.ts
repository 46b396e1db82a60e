import type { Input } from '@portal/contracts/_kernel/endpoint';
import type { Page } from '@portal/contracts/_kernel/envelope';
import type { LiveNotice } from '@portal/contracts/_kernel/event';
import { limits } from '@portal/contracts/_kernel/limits';
import type { listNotifications, Notification } from '@portal/contracts/notifications/notifications.endpoints';
import { notificationMessages } from '@portal/contracts/notifications/notifications.rules';
import { transaction } from '../../platform/database/db';
import { fail } from '../../platform/http/errors';
import { notifyChanged, sendBadgeCount } from '../../platform/live/realtime';
import * as repository from './notifications.repository';

const DOMAIN = 'notifications';
/** More toasts would cover a phone's screen. */
const MISSED_TOASTS = 5;

/** The guard's own notifications, latest first. */
export const list = (
  guardId: string,
  { page = 1, limit = limits.pageSize, searchBy }: Input<typeof listNotifications>,
): Promise<Page<Notification>> => repository.notificationsOf(guardId, { page, limit, searchBy });

/** The toasts that a page of the guard missed since an instant. */
export const missedToasts = (guardId: string, since: Date): Promise<LiveNotice[]> => repository.toastsSince(guardId, since, MISSED_TOASTS);

/** The number of unread notifications. */
export const unread = (guardId: string): Promise<number> => repository.countUnread(guardId);

/** Notifies every page of the guard to read the list again, and sends the unread count. */
function toldAll(guardId: string): void {
  notifyChanged(guardId, DOMAIN);
  sendBadgeCount(guardId, DOMAIN);
}

/** Stores an alert of a guard. It joins the surrounding transaction, and open pages are notified after the commit. */
export async function record(guardId: string, told: repository.NewNotification): Promise<Notification> {
  const notification = await repository.insertNotification(guardId, told);
  toldAll(guardId);
  return notification;
}

/** Marks one of the guard's own as read. 404 for any other. */
export const markRead = (guardId: string, id: string): Promise<void> =>
  transaction(async () => {
    const { isNew } = (await repository.markRead(guardId, id)) ?? fail(404, notificationMessages.unknown);
    if (isNew) toldAll(guardId);
  });

/** Marks the notifications with this link as read. */
export const readLinked = (guardId: string, link: string): Promise<void> =>
  transaction(async () => {
    if (await repository.markLinkedRead(guardId, link)) toldAll(guardId);
  });

/** Marks all as read. */
export const readAll = (guardId: string): Promise<void> =>
  transaction(async () => {
    if (await repository.markAllRead(guardId)) toldAll(guardId);
  });
