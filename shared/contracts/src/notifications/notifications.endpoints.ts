import { type InferType, object, string } from 'yup';
import { endpoint } from '../_kernel/endpoint';
import { guardName, instant, pageOf, paging } from '../_kernel/shapes';

export const notificationShape = object({
  id: string().required(),
  title: string().required(),
  description: string().defined(),
  createdAt: instant().required(),
});
export type Notification = InferType<typeof notificationShape>;

export const listNotifications = endpoint({
  id: 'notifications.list',
  method: 'GET',
  path: '/notification/guard/list',
  auth: 'bearer',
  input: object(paging()),
  output: pageOf<Notification>(notificationShape),
});

export const notify = endpoint({
  id: 'notifications.notify',
  method: 'POST',
  path: '/notifications/notify',
  auth: 'staff',
  input: object({ guard: guardName(), title: string().trim().required().max(160), description: string().trim().max(2000) }),
  output: notificationShape,
});
