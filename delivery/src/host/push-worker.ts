/**
 * The service worker of push messages. It keeps and intercepts nothing: a message goes to the page that the guard looks at,
 * which shows it as a toast, and to the device's own notifications when there is none.
 */
export const PUSH_WORKER = `
addEventListener('push', (event) => {
  const { notification } = event.data?.json() ?? {};
  if (!notification) return;
  event.waitUntil((async () => {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const seen = pages.find((page) => page.visibilityState === 'visible');
    if (seen) seen.postMessage({ push: notification });
    else await registration.showNotification(notification.title ?? '', { body: notification.body ?? '', icon: '/favicon.svg' });
  })());
});
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const [page] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    await (page ? page.focus() : clients.openWindow('/'));
  })());
});
`;
