import { boolean, type InferType, object } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { anything, id, instant, nothing, pageOf, paging } from '../_kernel/shapes';
import { string } from '../_kernel/text';

export const notificationShape = object({
  id: string().required(),
  title: string().required(),
  description: string().defined(),
  createdAt: instant().required(),
  /** The target of the notification, a path of the portal. */
  to: string().nullable(),
  isRead: boolean(),
});
export type Notification = InferType<typeof notificationShape>;

export const listNotifications = endpoint({
  id: 'notifications.list',
  method: 'GET',
  path: '/notification/guard/list',
  auth: 'bearer',
  input: object(paging()),
  always: ['searchBy'], // API-COMM-07
  output: pageOf<Notification>(notificationShape),
});

/** Marks a notification as read. A repeated call succeeds. 404: not the guard's notification. */
export const readNotification = endpoint({
  id: 'notifications.read',
  method: 'POST',
  path: '/notification/guard/:id/read',
  auth: 'bearer',
  input: object({ id: id().required() }),
  output: anything(),
});

export const readAllNotifications = endpoint({
  id: 'notifications.readAll',
  method: 'POST',
  path: '/notification/guard/read-all',
  auth: 'bearer',
  input: nothing(),
  output: anything(),
});
