import type { FirebaseConfig } from '../boot/page';

/** Sent as the device token where there is no push: never asks for permission (LOGIN-24). */
export const WEB = 'web';

/** The push token of this browser when permission was given before; otherwise 'web' (SHELL-33, SHELL-34). */
export async function deviceToken(config: FirebaseConfig | null): Promise<string> {
  if (!config?.vapidKey || !('Notification' in window) || Notification.permission !== 'granted') return WEB;
  try {
    const [{ initializeApp }, { getMessaging, getToken }] = await Promise.all([import('firebase/app'), import('firebase/messaging')]);
    const { providers: _, vapidKey, ...options } = config;
    return (await getToken(getMessaging(initializeApp(options)), { vapidKey: vapidKey ?? '' })) || WEB;
  } catch {
    return WEB;
  }
}
