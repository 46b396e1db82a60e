import { isOwnPath } from '@portal/contracts/_kernel/path';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { FirebaseConfig } from '../platform/pageData';

/** The device token of a browser without push (LOGIN-24). */
const WEB = 'web';

const isAllowed = (config: FirebaseConfig | null): config is FirebaseConfig =>
  Boolean(config?.vapidKey) && 'serviceWorker' in navigator && 'Notification' in window && Notification.permission === 'granted';

/** The push token of this browser if it has permission; otherwise 'web'. Without a question (SHELL-33, SHELL-34). */
export async function deviceToken(config: FirebaseConfig | null): Promise<string> {
  if (!isAllowed(config)) return WEB;
  const { providers: _, vapidKey = '', ...options } = config;
  try {
    const [{ initializeApp }, { getMessaging, getToken }] = await Promise.all([import('firebase/app'), import('firebase/messaging')]);
    // The portal's worker: the library's own would load the library a second time.
    const serviceWorkerRegistration = await navigator.serviceWorker.register(serviceWorkerPath);
    return (await getToken(getMessaging(initializeApp(options)), { vapidKey, serviceWorkerRegistration })) || WEB;
  } catch {
    return WEB;
  }
}

interface Pushed {
  push?: { body?: string; id?: string };
  /** The page of a pressed notification. */
  open?: string;
}

/** Shows push messages as toasts while the page is open (SHELL-35), and opens the page of a pressed notification. The worker sends both. */
export function showPushMessages(news: (text: string, id?: string) => void, go: (to: string) => void): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Pushed | null>) => {
    if (data?.push?.body) news(data.push.body, data.push.id);
    if (data?.open && isOwnPath(data.open)) go(data.open);
  });
  navigator.serviceWorker.startMessages();
}
