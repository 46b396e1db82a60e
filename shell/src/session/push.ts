import type { Portal } from '@portal/mf-kit/portal';
import type { FirebaseConfig } from '../boot/page';

/** Sent as the device token where there is no push: never asks for permission (LOGIN-24). */
const WEB = 'web';

const isAllowed = (config: FirebaseConfig | null): config is FirebaseConfig =>
  Boolean(config?.vapidKey) && 'Notification' in window && Notification.permission === 'granted';

async function messaging({ providers: _, vapidKey: __, ...options }: FirebaseConfig) {
  const [{ initializeApp }, library] = await Promise.all([import('firebase/app'), import('firebase/messaging')]);
  return { ...library, of: library.getMessaging(initializeApp(options)) };
}

/** The push token of this browser when permission was given before; otherwise 'web' (SHELL-33, SHELL-34). */
export async function deviceToken(config: FirebaseConfig | null): Promise<string> {
  if (!isAllowed(config)) return WEB;
  try {
    const { getToken, of } = await messaging(config);
    return (await getToken(of, { vapidKey: config.vapidKey ?? '' })) || WEB;
  } catch {
    return WEB;
  }
}

/** While the page is open, a push message is a toast with its body (SHELL-35, SHELL-36). */
export async function followPush(config: FirebaseConfig | null, toast: Portal['toast']): Promise<void> {
  if (!isAllowed(config)) return;
  const { onMessage, of } = await messaging(config);
  onMessage(of, ({ notification }) => {
    if (notification?.body) toast('success', notification.body);
  });
}
