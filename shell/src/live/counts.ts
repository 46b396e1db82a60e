import { liveEvents } from '@portal/contracts/_kernel/event';
import { signal } from '../boot/signal';
import type { Line } from './line';

export type Counts = Readonly<Record<string, number>>;

/** How much waits for the guard, by domain, as the server says it. */
export function createCounts(line: Pick<Line, 'onEvent'>) {
  const counts = signal<Counts>({});
  line.onEvent(liveEvents, ({ name, payload }) => {
    if (name === 'count') counts.set({ ...counts.get(), [payload.domain]: payload.count });
  });
  return counts;
}
