import { pushWorker } from '@portal/mf-kit/frame';
import type { Portal } from '@portal/mf-kit/portal';
import type { FirebaseConfig } from '../boot/page';

/** Sent as the device token where there is no push: never asks for permission (LOGIN-24). */
const WEB = 'web';

const isAllowed = (config: FirebaseConfig | null): config is FirebaseConfig =>
  Boolean(config?.vapidKey) && 'serviceWorker' in navigator && 'Notification' in window && Notification.permission === 'granted';

/** The push token of this browser when permission was given before; otherwise 'web' (SHELL-33, SHELL-34). */
export async function deviceToken(config: FirebaseConfig | null): Promise<string> {
  if (!isAllowed(config)) return WEB;
  const { providers: _, vapidKey = '', ...options } = config;
  try {
    const [{ initializeApp }, { getMessaging, getToken }] = await Promise.all([import('firebase/app'), import('firebase/messaging')]);
    // Our own worker: the library's would have to bring the library along a second time.
    const serviceWorkerRegistration = await navigator.serviceWorker.register(pushWorker);
    return (await getToken(getMessaging(initializeApp(options)), { vapidKey, serviceWorkerRegistration })) || WEB;
  } catch {
    return WEB;
  }
}

/** While the page is open, a push message is a toast with its body (SHELL-35): the worker passes it on. */
export function followPush(toast: Portal['toast']): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ push?: { body?: string } } | null>) => {
    if (data?.push?.body) toast('success', data.push.body);
  });
  navigator.serviceWorker.startMessages();
}
