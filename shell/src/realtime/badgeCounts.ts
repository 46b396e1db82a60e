import { liveEvents } from '@portal/contracts/_kernel/event';
import { signal } from '../platform/signal';
import type { RealtimeChannel } from './realtimeChannel';

export type BadgeCounts = Readonly<Record<string, number>>;

/** The server's counts of unread items, by domain. */
export function createBadgeCounts(channel: Pick<RealtimeChannel, 'onEvent'>) {
  const counts = signal<BadgeCounts>({});
  channel.onEvent(liveEvents, ({ name, payload }) => {
    if (name === 'count') counts.set({ ...counts.get(), [payload.domain]: payload.count });
  });
  return counts;
}
