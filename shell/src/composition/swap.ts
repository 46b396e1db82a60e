import { flushSync } from 'react-dom';
import { afterPaint, whenReleased } from '../boot/calm';
import type { Live } from './parts';

/** By then the running version has had a frame since the code of the next one ran: that work is no part of the swap. */
export const isPainted = (): Promise<void> => new Promise((resolve) => afterPaint(resolve));

/**
 * By then what stands in the module's place can be taken from the page: a running version has had its frame, and no press is under way
 * anywhere. Resolves with the ms for which a press held it up, which is no fault of the version that comes.
 */
export async function mayExchange(isRunning: boolean): Promise<number> {
  if (isRunning) await isPainted();
  const since = performance.now();
  await new Promise<void>((resolve) => whenReleased(resolve));
  return performance.now() - since;
}

/**
 * Mounts in this very task, in which the running version went: no frame shows a page without a screen. `onLate` hears of a mount that
 * does not stand by the next frame.
 */
export function mountAtOnce({ remote, props }: Live, onLate: () => void): Promise<unknown> {
  const mounted = flushSync(() => remote.mount(props));
  return mounted.finally(afterPaint(onLate));
}
