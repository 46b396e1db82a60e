import type { Assembled } from '../boot/assemble';
import type { Modules } from '../composition/modules';
import { followWorker } from './follow';
import { followNearShift } from './nearShift';

/** Stores on this device what opens the portal without a network, and what a near shift needs. */
export function startKeeping(
  { session, isLost, changes, telemetry: { report } }: Pick<Assembled, 'session' | 'isLost' | 'changes' | 'telemetry'>,
  { registry, prefetch }: Pick<Modules, 'registry' | 'prefetch'>,
): void {
  followWorker({ session, registry, report, workers: navigator.serviceWorker });
  followNearShift({ session, isLost, changes, report, fetchFiles: prefetch.files });
}
