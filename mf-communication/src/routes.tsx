import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { defineRoutes, lazyScreen, type RouteMap } from '@portal/mf-kit/routes';
import { Thread } from '@portal/thread/Thread';
import type { module } from '../module';

/** The chunk names match module.ts, so that the HTML of a path can preload its screen. */
export const sitemap: RouteMap<keyof typeof module.routes> = {
  [chatPaths.rooms.pattern]: lazyScreen(() =>
    // The code of its list is loaded in parallel, not afterwards.
    Promise.all([import(/* webpackChunkName: "chat" */ './features/chat/ChatScreen'), Thread.preload()]).then(([file]) => file.ChatScreen),
  ),
  [enotesPaths.write.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "e-note" */ './features/enotes/write/ENoteScreen').then((file) => file.ENoteScreen),
  ),
  [enotesPaths.list.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "e-notes" */ './features/enotes/list/ENotesScreen').then((file) => file.ENotesScreen),
  ),
  [notificationsPaths.list.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "notifications" */ './features/notifications/list/NotificationsScreen').then(
      (file) => file.NotificationsScreen,
    ),
  ),
  [ticketsPaths.support.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "support" */ './features/tickets/support/SupportScreen').then((file) => file.SupportScreen),
  ),
  [ticketsPaths.report.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "report-issue" */ './features/tickets/report/ReportIssueScreen').then((file) => file.ReportIssueScreen),
  ),
  [ticketsPaths.previous.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "previous-tickets" */ './features/tickets/previous/PreviousTicketsScreen').then(
      (file) => file.PreviousTicketsScreen,
    ),
  ),
  [ticketsPaths.detail.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "ticket-detail" */ './features/tickets/detail/TicketDetailScreen').then((file) => file.TicketDetailScreen),
  ),
  [injuriesPaths.report.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "injuries" */ './features/injuries/report/ReportInjuryScreen').then((file) => file.ReportInjuryScreen),
  ),
  [injuriesPaths.previous.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "injuries" */ './features/injuries/previous/PreviousInjuriesScreen').then(
      (file) => file.PreviousInjuriesScreen,
    ),
  ),
  [injuriesPaths.detail.pattern]: lazyScreen(() =>
    import(/* webpackChunkName: "injuries" */ './features/injuries/detail/InjuryDetailScreen').then((file) => file.InjuryDetailScreen),
  ),
};

export const Screens = defineRoutes(sitemap);
