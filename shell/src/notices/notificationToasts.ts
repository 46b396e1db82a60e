import { liveEvents } from '@portal/contracts/_kernel/event';
import type { Portal } from '@portal/mf-kit/portal';
import type { RealtimeChannel } from '../realtime/realtimeChannel';

const REMEMBERED = 50;

/** Shows each notification once, on a visible page: it can arrive by the realtime channel and as a push message. */
export function createNotificationToasts(toast: Portal['toast']) {
  const shownIds: string[] = [];
  return (text: string, id?: string) => {
    if (document.visibilityState !== 'visible' || (id && shownIds.includes(id))) return;
    if (id) shownIds.push(id);
    if (shownIds.length > REMEMBERED) shownIds.shift();
    toast('success', text);
  };
}
export type ShowNotification = ReturnType<typeof createNotificationToasts>;

export function toastServerNotices(channel: Pick<RealtimeChannel, 'onEvent'>, show: ShowNotification): void {
  channel.onEvent(liveEvents, ({ name, payload }) => {
    if (name === 'notice') show(payload.body ? `${payload.title}: ${payload.body}` : payload.title, payload.id);
  });
}
