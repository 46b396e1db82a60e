import { isApiError } from '@portal/api-client/call';
import { isApproved } from '@portal/contracts/onboarding/onboarding.rules';
import { storeChatOf } from '@portal/mf-kit/chatsOnDevice';
import { storedLicencePhoto, storeLicencePhoto } from '@portal/mf-kit/licencePhoto';
import type { Registry } from '@portal/mf-kit/module';
import type { Portal, Session } from '@portal/mf-kit/portal';
import { followShiftChat } from '@portal/mf-kit/shiftChat';
import { forgetShiftReads, readForShift, readNearShift as readShift } from '@portal/mf-kit/shiftOnDevice';
import { nearShiftPatterns } from '@portal/mf-kit/shiftScreens';
import type { Signal } from '../platform/signal';
import type { Changes } from '../realtime/dataChanges';
import type { RealtimeChannel } from '../realtime/realtimeChannel';
import type { ModuleRegistry } from '../registry/moduleRegistry';
import type { SessionCore } from '../session/session';

const READ_MS = 15 * 60_000;

export interface NearShiftDeps {
  session: SessionCore;
  registry: Pick<ModuleRegistry, 'current'>;
  isLost: Signal<boolean>;
  channel: Pick<RealtimeChannel, 'onEvent'>;
  changes: Pick<Changes, 'onChanged'>;
  /** Loads and runs the files of a screen, with those that it loads when it is shown. The service worker stores loaded files. */
  openFiles: (pathname: string) => Promise<unknown>;
  report: Portal['telemetry'];
}

/** The screens of a shift, over all modules. */
export const shiftScreens = ({ modules }: Registry, { guardId }: Session): string[] =>
  Object.values(modules).flatMap(({ routes }) =>
    nearShiftPatterns(routes).map((pattern) => pattern.replace(':id', encodeURIComponent(guardId))),
  );

async function readPhoto({ guardId, guard: { licenseNumber, profileImage } }: Session): Promise<void> {
  if (licenseNumber && profileImage && !storedLicencePhoto(guardId, profileImage)) await storeLicencePhoto(guardId, profileImage);
}

/** Stores on this device the data of a near shift: On Job, e-notes, the chat and the licence card. */
export function storeNearShiftData({ session, registry, isLost, channel, changes, openFiles, report }: NearShiftDeps): void {
  const failed = (error: Error) => {
    const isOffline = isApiError(error) && error.code === 0;
    if (!isOffline) report({ event: 'near shift', detail: error.message });
  };
  const holdChat = followShiftChat({ line: channel, onFailure: failed });

  async function readNearShift(): Promise<void> {
    const current = session.current();
    if (!current || !isApproved(current.guard) || isLost.get()) return;
    const shift = await readShift();
    if (shift === null || session.logoutDecision() || session.current()?.guardId !== current.guardId) return;
    await Promise.all([
      ...shiftScreens(registry.current(), current).map(openFiles),
      readForShift(shift),
      readPhoto(current),
      storeChatOf(current.guardId, shift.jobId).then(holdChat),
    ]);
  }
  // A failed read is repeated at the next interval.
  const tryRead = () => void readNearShift().catch(failed);
  for (const domain of ['jobs', 'applications', 'orders', 'handovers']) changes.onChanged(domain, tryRead);
  session.subscribe(() => (session.current() ? undefined : forgetShiftReads()));
  setInterval(tryRead, READ_MS);
  tryRead();
}
