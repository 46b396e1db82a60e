import { flushSync } from 'react-dom';
import { afterPaint, whenInputReleased } from '../../platform/scheduling';
import type { Mount } from './mount';

/** By then the running version has had a frame since the code of the next one ran: that work is no part of the swap. */
export const nextPaint = (): Promise<void> => new Promise((resolve) => afterPaint(resolve));

/**
 * By then what stands in the module's place can be taken from the page: a running version has had its frame, and no press is under way
 * anywhere. Resolves with the ms for which a press held it up, which is no fault of the version that comes.
 */
export async function waitForPaintAndRelease(isRunning: boolean): Promise<number> {
  if (isRunning) await nextPaint();
  const since = performance.now();
  await new Promise<void>((resolve) => whenInputReleased(resolve));
  return performance.now() - since;
}

/**
 * Mounts in this very task, in which the running version went: no frame shows a page without a screen. `onLate` hears of a mount that
 * does not stand by the next frame.
 */
export function mountInSameTask({ remote, props }: Mount, onLate: () => void): Promise<unknown> {
  const mounted = flushSync(() => remote.mount(props));
  return mounted.finally(afterPaint(onLate));
}
