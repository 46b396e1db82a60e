import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { NotAvailable } from '@portal/mf-kit/NotAvailable';
import { routesOf, type Sitemap, screen } from '@portal/mf-kit/routes';
import type { module } from '../module';

/** Path to screen. The chunk names are module.ts's: the HTML of a path preloads its screen by them. */
export const sitemap: Sitemap<keyof typeof module.routes> = {
  [chatPaths.rooms.pattern]: NotAvailable,
  [enotesPaths.write.pattern]: NotAvailable,
  [enotesPaths.list.pattern]: NotAvailable,
  [notificationsPaths.list.pattern]: screen(() =>
    import(/* webpackChunkName: "notifications" */ './features/notifications/list/NotificationsScreen').then(
      (file) => file.NotificationsScreen,
    ),
  ),
  [ticketsPaths.support.pattern]: NotAvailable,
  [ticketsPaths.report.pattern]: NotAvailable,
  [ticketsPaths.previous.pattern]: NotAvailable,
  [ticketsPaths.detail.pattern]: NotAvailable,
  [injuriesPaths.report.pattern]: NotAvailable,
  [injuriesPaths.previous.pattern]: NotAvailable,
  [injuriesPaths.detail.pattern]: NotAvailable,
};

export const Screens = routesOf(sitemap);
