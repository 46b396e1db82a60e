import { listNotifications, readAllNotifications, readNotification } from '@portal/contracts/notifications/notifications.endpoints';
import { notify } from '@portal/contracts/notifications/notifications.staff';
import { bind, bindOpen, readOnly } from '../../platform/http/routes';
import { guardNamed } from '../guards/guards.service';
import * as notifications from './notifications.service';
import { notifyGuard } from './notify.service';

export const notificationsRoutes = [
  readOnly(bind(listNotifications, (me, wanted) => notifications.list(me.id, wanted))),
  bind(readNotification, (me, { id }) => notifications.markRead(me.id, id)),
  bind(readAllNotifications, (me) => notifications.readAll(me.id)),
  bindOpen(notify, async ({ guard, title, description, to }) => {
    const { id } = await guardNamed(guard);
    return notifyGuard(id, 'other', { title, description, to });
  }),
];
