import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { defineModule } from '@portal/mf-kit/module';

const guardPage = { access: 'guard', chrome: 'guard' } as const;

export const module = defineModule({
  name: 'mf-communication',
  portal: 1,
  contracts: { notifications: 1 },
  routes: {
    [chatPaths.rooms.pattern]: {
      ...guardPage,
      title: 'Job Chats',
      nav: [{ slot: 'top', label: 'Chats', order: 40, to: chatPaths.rooms(), icon: 'chat' }],
      built: false,
    },
    [enotesPaths.write.pattern]: { ...guardPage, title: 'E-Note', built: false },
    [enotesPaths.list.pattern]: {
      ...guardPage,
      title: 'eNotes',
      nav: [{ slot: 'top', label: 'eNotes', order: 30, to: enotesPaths.list(), icon: 'note' }],
      built: false,
    },
    [notificationsPaths.list.pattern]: {
      ...guardPage,
      title: 'Notification Alerts',
      nav: [
        { slot: 'top', label: 'Notifications', order: 50, to: notificationsPaths.list(), icon: 'bell' },
        { slot: 'side', label: 'Alerts', order: 50, to: notificationsPaths.list(), icon: 'bell' },
      ],
      chunk: 'notifications',
    },
    [ticketsPaths.support.pattern]: {
      ...guardPage,
      title: 'Support',
      nav: [{ slot: 'side', label: 'Support', order: 90, to: ticketsPaths.support(), icon: 'support' }],
      built: false,
    },
    [ticketsPaths.report.pattern]: { ...guardPage, title: 'Report Issue', built: false },
    [ticketsPaths.previous.pattern]: { ...guardPage, title: 'Previous Tickets', built: false },
    [ticketsPaths.detail.pattern]: { ...guardPage, title: 'Ticket Detail', built: false },
    [injuriesPaths.report.pattern]: {
      ...guardPage,
      title: 'Report Injury',
      nav: [{ slot: 'side', label: 'Report Injury', order: 70, to: injuriesPaths.report(), icon: 'injury' }],
      built: false,
    },
    [injuriesPaths.previous.pattern]: { ...guardPage, title: 'Previous Injuries', built: false },
    [injuriesPaths.detail.pattern]: { ...guardPage, title: 'Injury Detail', built: false },
  },
});
