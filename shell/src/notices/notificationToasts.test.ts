import { createBadgeCounts } from '../realtime/badgeCounts';
import { createRealtimeChannel } from '../realtime/realtimeChannel';
import { createNotificationToasts, toastServerNotices } from './notificationToasts';

function open() {
  const line = createRealtimeChannel(() => undefined);
  const toasts: string[][] = [];
  const news = createNotificationToasts((kind, text) => void toasts.push([kind, text]));
  toastServerNotices(line, news);
  return { line, toasts, news };
}
const notice = { id: 'n1', title: 'Job awarded', body: 'Gate watch is yours.' };

it('shows a notification once, by the realtime channel or as a push message', () => {
  const { line, toasts, news } = open();
  line.receive('notice', notice);
  news('Gate watch is yours.', 'n1');
  line.receive('notice', { ...notice, id: 'n2', body: '' });
  expect(toasts).toEqual([
    ['success', 'Job awarded: Gate watch is yours.'],
    ['success', 'Job awarded'],
  ]);
});

it('shows nothing on a hidden page', () => {
  const { line, toasts } = open();
  const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  line.receive('notice', notice);
  expect(toasts).toEqual([]);
  hidden.mockRestore();
});

it('shows the latest counts of the server', () => {
  const { line } = open();
  const counts = createBadgeCounts(line);
  for (const count of [3, 2]) line.receive('count', { domain: 'notifications', count });
  line.receive('count', { domain: 'chat', count: -1 });
  expect(counts.get()).toEqual({ notifications: 2 });
});
