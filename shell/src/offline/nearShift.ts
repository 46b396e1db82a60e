import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { isApproved } from '@portal/contracts/onboarding/onboarding.rules';
import { storeChatOf } from '@portal/mf-kit/chatsOnDevice';
import { storedLicencePhoto, storeLicencePhoto } from '@portal/mf-kit/licencePhoto';
import type { Session } from '@portal/mf-kit/portal';
import { followShiftChat } from '@portal/mf-kit/shiftChat';
import { readForShift, readNearJob } from '@portal/mf-kit/shiftOnDevice';
import type { Services } from '../boot/services';

const LOOK_EVERY_MS = 15 * 60_000;

export interface NearShiftDeps extends Pick<Services, 'session' | 'isLost'> {
  line: Pick<Services['channel'], 'onEvent'>;
  changes: Pick<Services['dataChanges'], 'onChanged'>;
  /** Loads and runs the files of a screen, with those that it loads when it is shown. The service worker stores loaded files. */
  openFiles: (pathname: string) => Promise<unknown>;
  report: Services['telemetry']['report'];
}

const screensFor = ({ guardId }: Session) => [
  jobsPaths.onJob(),
  enotesPaths.write(),
  enotesPaths.list(),
  chatPaths.rooms(),
  documentsPaths.list(),
  guardsPaths.myProfile({ id: guardId }),
];

async function readPhoto({ guardId, guard: { licenseNumber, profileImage } }: Session): Promise<void> {
  if (licenseNumber && profileImage && !storedLicencePhoto(guardId, profileImage)) await storeLicencePhoto(guardId, profileImage);
}

/** Stores on this device the data of a near shift: On Job, e-notes, the chat and the licence card. */
export function followNearShift({ session, isLost, line, changes, openFiles, report }: NearShiftDeps): void {
  const failed = (error: Error) => report({ event: 'near shift', detail: error.message });
  const holdChat = followShiftChat({ line, onFailure: failed });

  async function look(): Promise<void> {
    const current = session.current();
    if (!current || !isApproved(current.guard) || isLost.get()) return;
    const jobId = await readNearJob();
    if (jobId === null || session.logoutDecision() || session.current()?.guardId !== current.guardId) return;
    await Promise.all([
      ...screensFor(current).map(openFiles),
      readForShift(jobId),
      readPhoto(current),
      storeChatOf(current.guardId, jobId).then(holdChat),
    ]);
  }
  // A failed read is repeated at the next interval.
  const lookQuietly = () => void look().catch(failed);
  for (const domain of ['jobs', 'applications']) changes.onChanged(domain, lookQuietly);
  setInterval(lookQuietly, LOOK_EVERY_MS);
  lookQuietly();
}
