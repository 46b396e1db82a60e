import { listNotifications, notify } from '@portal/contracts/notifications/notifications.endpoints';
import { bind, bindOpen } from '../../platform/http-binding';
import { guardNamed } from '../guards/guards.service';
import * as notifications from './notifications.service';

export const notificationsRoutes = [
  bind(listNotifications, (me, wanted) => notifications.list(me.id, wanted)),
  bindOpen(notify, async ({ guard, title, description }) => {
    const { id } = await guardNamed(guard);
    return notifications.notify(id, title, description);
  }),
];
