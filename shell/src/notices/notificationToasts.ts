import { liveEvents } from '@portal/contracts/_kernel/event';
import type { Portal } from '@portal/mf-kit/portal';
import type { RealtimeChannel } from '../realtime/realtimeChannel';

const REMEMBERED = 50;

/** Shows each notification once, on a visible page: it can arrive by the realtime channel and as a push message. */
export function createNotificationToasts(toast: Portal['toast']) {
  const told: string[] = [];
  return (text: string, id?: string) => {
    if (document.visibilityState !== 'visible' || (id && told.includes(id))) return;
    if (id) told.push(id);
    if (told.length > REMEMBERED) told.shift();
    toast('success', text);
  };
}
export type ShowNotification = ReturnType<typeof createNotificationToasts>;

export function toastServerNotices(line: Pick<RealtimeChannel, 'onEvent'>, news: ShowNotification): void {
  line.onEvent(liveEvents, ({ name, payload }) => {
    if (name === 'notice') news(payload.body ? `${payload.title}: ${payload.body}` : payload.title, payload.id);
  });
}
