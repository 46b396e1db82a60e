import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { defineRoutes, lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import { Thread } from '@portal/thread/Thread';
import type { module } from '../module';

export const sitemap: RouteMap<keyof typeof module.routes> = {
  [chatPaths.rooms.pattern]: lazyScreen(() =>
    // The code of its list is loaded in parallel, not afterwards.
    Promise.all([import('./features/chat/ChatScreen'), Thread.preload()]).then(([file]) => file.ChatScreen),
  ),
  [enotesPaths.write.pattern]: lazyScreen(() => import('./features/enotes/write/ENoteScreen').then((file) => file.ENoteScreen)),
  [enotesPaths.list.pattern]: lazyScreen(() => import('./features/enotes/list/ENotesScreen').then((file) => file.ENotesScreen)),
  [notificationsPaths.list.pattern]: lazyScreen(() =>
    import('./features/notifications/list/NotificationsScreen').then((file) => file.NotificationsScreen),
  ),
  [ticketsPaths.support.pattern]: lazyScreen(() => import('./features/tickets/support/SupportScreen').then((file) => file.SupportScreen)),
  [ticketsPaths.report.pattern]: lazyScreen(() =>
    import('./features/tickets/report/ReportIssueScreen').then((file) => file.ReportIssueScreen),
  ),
  [ticketsPaths.previous.pattern]: lazyScreen(() =>
    import('./features/tickets/previous/PreviousTicketsScreen').then((file) => file.PreviousTicketsScreen),
  ),
  [ticketsPaths.detail.pattern]: lazyScreen(() =>
    import('./features/tickets/detail/TicketDetailScreen').then((file) => file.TicketDetailScreen),
  ),
  [injuriesPaths.report.pattern]: lazyScreen(() =>
    // A report that is sent without a connection opens the list.
    Promise.all([
      import('./features/injuries/report/ReportInjuryScreen'),
      import('./features/injuries/previous/PreviousInjuriesScreen'),
    ]).then(([file]) => file.ReportInjuryScreen),
  ),
  [injuriesPaths.previous.pattern]: lazyScreen(() =>
    import('./features/injuries/previous/PreviousInjuriesScreen').then((file) => file.PreviousInjuriesScreen),
  ),
  [injuriesPaths.detail.pattern]: lazyScreen(() =>
    import('./features/injuries/detail/InjuryDetailScreen').then((file) => file.InjuryDetailScreen),
  ),
};

export const Screens = defineRoutes(sitemap);
