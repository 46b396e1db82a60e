import { createBadgeCounts } from '../realtime/badgeCounts';
import { createRealtimeChannel } from '../realtime/realtimeChannel';
import { createNotificationToasts, toastServerNotices } from './notificationToasts';

function open() {
  const channel = createRealtimeChannel(() => undefined);
  const toasts: string[][] = [];
  const showNotification = createNotificationToasts((kind, text) => void toasts.push([kind, text]));
  toastServerNotices(channel, showNotification);
  return { channel, toasts, showNotification };
}
const notice = { id: 'n1', title: 'Job awarded', body: 'Gate watch is yours.' };

it('shows a notification once, by the realtime channel or as a push message', () => {
  const { channel, toasts, showNotification } = open();
  channel.receive('notice', notice);
  showNotification('Gate watch is yours.', 'n1');
  channel.receive('notice', { ...notice, id: 'n2', body: '' });
  expect(toasts).toEqual([
    ['success', 'Job awarded: Gate watch is yours.'],
    ['success', 'Job awarded'],
  ]);
});

it('shows nothing on a hidden page', () => {
  const { channel, toasts } = open();
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  channel.receive('notice', notice);
  expect(toasts).toEqual([]);
  hidden.mockRestore();
});

it('shows the latest counts of the server', () => {
  const { channel } = open();
  const counts = createBadgeCounts(channel);
  for (const count of [3, 2]) channel.receive('count', { domain: 'notifications', count });
  channel.receive('count', { domain: 'chat', count: -1 });
  expect(counts.get()).toEqual({ notifications: 2 });
});
