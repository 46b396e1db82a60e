import type { PushAccess, PushState } from '@portal/mf-kit/pushAccess';
import type { FirebaseConfig } from '../platform/pageData';

const byPermission: Readonly<Record<NotificationPermission, PushState>> = { granted: 'allowed', denied: 'blocked', default: 'not asked' };

/** The push permission of this browser. Browsers ask for it only during a press. */
export function createPushPermission(config: FirebaseConfig | null): PushAccess {
  function state(): PushState {
    if (!config?.vapidKey) return 'unconfigured';
    if (!('serviceWorker' in navigator && 'Notification' in window)) return 'unsupported';
    return byPermission[Notification.permission];
  }
  return {
    state,
    async allow() {
      // First, because after an await the press no longer counts.
      if (state() === 'not asked') await Notification.requestPermission();
      if (state() !== 'allowed') return state();
      try {
        const { registerDevice } = await import('./pushDevice');
        return (await registerDevice(config)) ? 'allowed' : 'failed';
      } catch {
        return 'failed';
      }
    },
  };
}
