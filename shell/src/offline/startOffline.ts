import type { ModuleServices } from '../modules/moduleServices';
import { type NearShiftDeps, storeNearShiftData } from './nearShift';
import { syncServiceWorker } from './workerSync';

export interface StartOfflineDeps extends Pick<NearShiftDeps, 'session' | 'isLost'> {
  channel: NearShiftDeps['channel'];
  dataChanges: NearShiftDeps['changes'];
  telemetry: { report: NearShiftDeps['report'] };
}

/** Stores on this device the files that open the portal without a network, and the data of a near shift. */
export function startOffline(
  { session, isLost, channel, dataChanges: changes, telemetry: { report } }: StartOfflineDeps,
  { registry, prefetch }: Pick<ModuleServices, 'registry' | 'prefetch'>,
): void {
  syncServiceWorker({ session, registry, report, workers: navigator.serviceWorker });
  // First the listed files, then the code with the parts that a screen loads when it is shown.
  const openFiles = (pathname: string) => prefetch.files(pathname).then(() => prefetch.prepareScreen(pathname));
  storeNearShiftData({ session, registry, isLost, channel, changes, report, openFiles });
}
