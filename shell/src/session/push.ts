import { call } from '@portal/api-client/call';
import { isOwnPath } from '@portal/contracts/_kernel/path';
import { setDevice } from '@portal/contracts/auth/auth.connections';
import { serviceWorkerPath } from '@portal/mf-kit/pageLayout';
import type { FirebaseConfig } from '../platform/pageData';

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
    const serviceWorkerRegistration = await navigator.serviceWorker.register(serviceWorkerPath);
    return (await getToken(getMessaging(initializeApp(options)), { vapidKey, serviceWorkerRegistration })) || WEB;
  } catch {
    return WEB;
  }
}

/** Tells the server where push messages of this session go. Resolves with false if the provider gives no token; rejects as a call does. */
export async function registerDevice(config: FirebaseConfig | null): Promise<boolean> {
  const token = await deviceToken(config);
  if (token === WEB) return false;
  await call(setDevice, { deviceToken: token });
  return true;
}

interface Pushed {
  push?: { body?: string; id?: string };
  /** A notification of the device was pressed: the page that it leads to. */
  open?: string;
}

/** While the page is open, a push message is a toast with its body (SHELL-35): the worker passes it on, and says which page a pressed one leads to. */
export function showPushMessages(news: (text: string, id?: string) => void, go: (to: string) => void): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<Pushed | null>) => {
    if (data?.push?.body) news(data.push.body, data.push.id);
    if (data?.open && isOwnPath(data.open)) go(data.open);
  });
  navigator.serviceWorker.startMessages();
}
