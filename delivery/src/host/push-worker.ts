import { ownPath } from '@portal/contracts/_kernel/path';

/**
 * The service worker's part for push messages, if they are configured. The visible page shows a message as a toast; without one, the device
 * shows a notification. A pressed notification opens its page, which must be a path of the portal. An open page navigates itself, because
 * it may have unsaved input.
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
