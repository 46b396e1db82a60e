import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { injuriesPaths } from '@portal/contracts/injuries/injuries.paths';
import { notificationsPaths } from '@portal/contracts/notifications/notifications.paths';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { defineModule } from '@portal/mf-kit/module';

const guardPage = { access: 'guard', chrome: 'guard' } as const;

export const module = defineModule({
  name: 'mf-communication',
  owner: '@portal/communication',
  objective: { availability: 0.995, latencyMs: 2500 },
  portal: 1,
  contracts: { chat: 1, enotes: 1, injuries: 1, jobs: 1, notifications: 1, tickets: 1 },
  routes: {
    [notificationsPaths.list.pattern]: {
      ...guardPage,
      title: 'Notification Alerts',
      nav: [
        { slot: 'top', label: 'Notifications', order: 50, to: notificationsPaths.list(), icon: 'bell', counts: 'notifications' },
        { slot: 'side', label: 'Alerts', order: 50, to: notificationsPaths.list(), icon: 'bell', counts: 'notifications' },
      ],
    },
    [chatPaths.rooms.pattern]: {
      ...guardPage,
      nearShift: true,
      title: 'Job Chats',
      nav: [{ slot: 'top', label: 'Chats', order: 40, to: chatPaths.rooms(), icon: 'chat' }],
    },
    [enotesPaths.write.pattern]: { ...guardPage, nearShift: true, title: 'E-Note' },
    [enotesPaths.list.pattern]: {
      ...guardPage,
      nearShift: true,
      title: 'eNotes',
      nav: [{ slot: 'top', label: 'eNotes', order: 30, to: enotesPaths.list(), icon: 'note' }],
    },
    [ticketsPaths.support.pattern]: {
      ...guardPage,
      title: 'Support',
      nav: [{ slot: 'side', label: 'Support', order: 90, to: ticketsPaths.support(), icon: 'support' }],
    },
    [ticketsPaths.report.pattern]: { ...guardPage, title: 'Report Issue' },
    [ticketsPaths.previous.pattern]: { ...guardPage, title: 'Previous Tickets' },
    [ticketsPaths.detail.pattern]: { ...guardPage, title: 'Ticket Detail' },
    [injuriesPaths.report.pattern]: {
      ...guardPage,
      title: 'Report Injury',
      nav: [{ slot: 'side', label: 'Report Injury', order: 70, to: injuriesPaths.report(), icon: 'injury' }],
    },
    [injuriesPaths.previous.pattern]: { ...guardPage, title: 'Previous Injuries' },
    [injuriesPaths.detail.pattern]: { ...guardPage, title: 'Injury Detail' },
  },
});
