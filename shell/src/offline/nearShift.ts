import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { documentsPaths } from '@portal/contracts/documents/documents.paths';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { isApproved } from '@portal/contracts/onboarding/onboarding.rules';
import { storedLicencePhoto, storeLicencePhoto } from '@portal/mf-kit/licencePhoto';
import type { Session } from '@portal/mf-kit/portal';
import { readForShift, readNearJob } from '@portal/mf-kit/shiftOnDevice';
import type { Assembled } from '../boot/assemble';

const LOOK_EVERY_MS = 15 * 60_000;

export interface NearShiftParts extends Pick<Assembled, 'session' | 'isLost'> {
  changes: Pick<Assembled['changes'], 'onChanged'>;
  /** Fetches the files of a path's screen; the worker stores what the page has fetched. */
  fetchFiles: (pathname: string) => Promise<unknown>;
  report: Assembled['telemetry']['report'];
}

/** The screens of a shift. */
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

/** Stores all that a near shift needs on this device before the guard opens it: On Job, e-notes, chat and the licence card. */
export function followNearShift({ session, isLost, changes, fetchFiles, report }: NearShiftParts): void {
  async function look(): Promise<void> {
    const current = session.current();
    if (!current || !isApproved(current.guard) || isLost.get()) return;
    const jobId = await readNearJob();
    if (jobId === null) return;
    await Promise.all([...screensFor(current).map(fetchFiles), readForShift(jobId), readPhoto(current)]);
  }
  // A failed read is repeated at the next look.
  const lookQuietly = () => void look().catch((error: Error) => report({ event: 'near shift', detail: error.message }));
  for (const domain of ['jobs', 'applications']) changes.onChanged(domain, lookQuietly);
  setInterval(lookQuietly, LOOK_EVERY_MS);
  lookQuietly();
}
