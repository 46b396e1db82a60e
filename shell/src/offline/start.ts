import type { Assembled } from '../boot/assemble';
import type { Modules } from '../composition/modules';
import { followWorker } from './follow';
import { followNearShift } from './nearShift';

/** Stores on this device what opens the portal without a network, and what a near shift needs. */
export function startKeeping(
  { session, isLost, line, changes, telemetry: { report } }: Pick<Assembled, 'session' | 'isLost' | 'line' | 'changes' | 'telemetry'>,
  { registry, prefetch }: Pick<Modules, 'registry' | 'prefetch'>,
): void {
  followWorker({ session, registry, report, workers: navigator.serviceWorker });
  // First the listed files, then the code with the parts that a screen loads when it is shown.
  const openFiles = (pathname: string) => prefetch.files(pathname).then(() => prefetch.ready(pathname));
  followNearShift({ session, isLost, line, changes, report, openFiles });
}
