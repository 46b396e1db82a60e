import type { PushAccess, PushState } from '@portal/mf-kit/pushAccess';
import type { FirebaseConfig } from '../platform/pageData';

const byPermission: Readonly<Record<NotificationPermission, PushState>> = { granted: 'allowed', denied: 'blocked', default: 'not asked' };

/** Push messages on this browser: what the guard decided, and the question in its place (the browser asks only on a press). */
export function createPushPermission(config: FirebaseConfig | null): PushAccess {
  function state(): PushState {
    if (!config?.vapidKey) return 'unconfigured';
    if (!('serviceWorker' in navigator && 'Notification' in window)) return 'unsupported';
    return byPermission[Notification.permission];
  }
  return {
    state,
    async allow() {
      // Before anything is waited for: a browser forgets the press.
      if (state() === 'not asked') await Notification.requestPermission();
      if (state() !== 'allowed') return state();
      try {
        const { registerDevice } = await import('./push');
        return (await registerDevice(config)) ? 'allowed' : 'failed';
      } catch {
        return 'failed';
      }
    },
  };
}
