import { ownPath } from '@portal/contracts/_kernel/path';

/**
 * What the service worker does with push messages, where there are any. A message goes to the page that the guard looks at,
 * which shows it as a toast, and to the device's own notifications when there is none. A pressed one opens its page, which is a path of
 * the portal or nothing; an open page goes there itself, since it may hold what is not sent.
 */
export const PUSH_WORKER = `
const isOwn = (to) => ${ownPath}.test(to);
addEventListener('push', (event) => {
  const { notification, data = {} } = event.data?.json() ?? {};
  if (!notification) return;
  event.waitUntil((async () => {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const seen = pages.find((page) => page.visibilityState === 'visible');
    if (seen) seen.postMessage({ push: { ...notification, id: data.id } });
    else await registration.showNotification(notification.title ?? '', { body: notification.body ?? '', icon: '/icon-192.png', tag: data.id, data: { to: data.to } });
  })());
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const to = event.notification.data?.to;
    const path = typeof to === 'string' && isOwn(to) ? to : '/';
    if (!page) return void (await clients.openWindow(path));
    await page.focus();
    if (path !== '/') page.postMessage({ open: path });
  })());
});
`;
