import { flushSync } from 'react-dom';
import { afterPaint } from '../boot/calm';
import type { Live } from './parts';

/** By then the running version has had a frame since the code of the next one ran: that work is no part of the swap. */
export const isPainted = (): Promise<void> => new Promise((resolve) => afterPaint(resolve));

/**
 * Mounts in this very task, in which the running version went: no frame shows a page without a screen. `onLate` hears of a mount that
 * does not stand by the next frame.
 */
export function mountAtOnce({ remote, props }: Live, onLate: () => void): Promise<unknown> {
  const mounted = flushSync(() => remote.mount(props));
  return mounted.finally(afterPaint(onLate));
}
