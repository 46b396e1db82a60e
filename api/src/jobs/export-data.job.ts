import { guardsPaths } from '@portal/contracts/guards/guards.paths';
import { privacyLimits, privacyMessages } from '@portal/contracts/privacy/privacy.rules';
import { notifyGuard } from '../domains/notifications/notify.service';
import { forgetRetained } from '../domains/privacy/deletion.service';
import * as copies from '../domains/privacy/export.repository';
import { EXPORT_QUEUE, zipName } from '../domains/privacy/export.service';
import { writeExport } from '../domains/privacy/export.zip';
import { fromNow, nowText } from '../platform/clock';
import { transaction } from '../platform/database/db';
import { lock } from '../platform/database/locks';
import { deleteUnreferencedExports, moveExport, removeExport, storeExport } from '../platform/files/export-files';
import { notifyChanged } from '../platform/live/realtime';
import { defineJob, noPayload } from '../platform/queue/define-job';
import { withHeartbeat } from '../platform/queue/poll';

/** The lease of a copy. After it ends another worker may take the job over. */
const LEASE_MS = 60_000;
/** By time, not by progress: one large file, or the whole upload, may take longer than the lease. */
const ALIVE_EVERY_MS = 15_000;
const MOST_TRIES = 3;
const HOUR_MS = 3_600_000;
/** In hundredths: the step of progress after which the guard's pages are notified. */
const TOLD_EVERY = 5;

class LeaseLost extends Error {}

const partName = ({ id, worker }: { id: string; worker: string }) => `${id}.${worker}.part`;

const leaseEnd = () => fromNow(LEASE_MS);

async function make(job: copies.ExportJob, signal: AbortSignal): Promise<void> {
  let told = 0;
  const report = async (share: number) => {
    if (signal.aborted) throw new LeaseLost();
    const progress = Math.floor(share * 100);
    if (progress < told + TOLD_EVERY) return;
    told = progress;
    if (!(await copies.report(job, progress, leaseEnd()))) throw new LeaseLost();
    notifyChanged(job.guardId, 'privacy');
  };
  const [part, named] = [partName(job), zipName(job.id)];
  const bytes = await storeExport(part, (out) => writeExport(job.guardId, nowText(), out, report));
  // Before the transaction, because a bucket copies the whole file. If another worker has taken the job over, this one must not move it.
  if (!(await copies.renew(job, leaseEnd()))) throw new LeaseLost();
  await moveExport(part, named);
  await transaction(async () => {
    await lock({ guard: job.guardId });
    const expiresAt = fromNow(privacyLimits.linkHours * HOUR_MS);
    if (!(await copies.finish(job, { bytes, now: nowText(), expiresAt }))) throw new LeaseLost();
    await notifyGuard(job.guardId, 'other', {
      title: privacyMessages.exportReady,
      description: `Download it within ${privacyLimits.linkHours} hours.`,
      to: `${guardsPaths.settings()}#privacy`,
    });
    notifyChanged(job.guardId, 'privacy');
  });
}

/**
 * Makes the oldest copy that waits, or whose lease has ended. Each process makes another copy, and a guard has one at a time; a copy
 * that was taken over because its first worker was slow is finished by the second.
 * @returns whether there was one.
 */
export async function runNextExport(signal: AbortSignal = new AbortController().signal, aliveEveryMs = ALIVE_EVERY_MS): Promise<boolean> {
  const job = await copies.take(nowText(), leaseEnd(), MOST_TRIES);
  if (!job) return false;
  try {
    await withHeartbeat(
      aliveEveryMs,
      () => copies.renew(job, leaseEnd()),
      () => make(job, signal),
    );
  } catch (error) {
    await (signal.aborted ? copies.putBack(job) : copies.giveBack(job, MOST_TRIES));
    // If the file store is unavailable, the part is deleted later: without its worker a part is an orphan file.
    await removeExport(partName(job)).catch(() => {});
    notifyChanged(job.guardId, 'privacy');
    if (!(error instanceof LeaseLost)) throw error;
  }
  return true;
}

/** Deletes expired copies and their files, orphan parts, and the kept rows of deleted accounts whose retention is over. */
export async function deleteExpiredExports(): Promise<void> {
  await copies.forgetOld(nowText());
  // A part gets its final name before the transaction commits, so both names are in use while a worker owns it.
  const named = async () =>
    (await copies.exportsWithFiles()).flatMap(({ id, worker }) => (worker ? [partName({ id, worker }), zipName(id)] : [zipName(id)]));
  await deleteUnreferencedExports(async () => new Set(await named()));
  await forgetRetained();
}

/** Makes all waiting copies, then deletes expired ones. */
async function exportAndDelete(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await runNextExport(stopping)));
  if (!stopping.aborted) await deleteExpiredExports();
}

export const exportDataJob = defineJob({
  name: 'export-data',
  does: 'Makes the copies of their data that guards request, also immediately after a request, and deletes expired copies.',
  payload: noPayload,
  schedule: { on: 'interval', queue: EXPORT_QUEUE, seconds: 60 },
  retries: 'the next run',
  onGivenUp: `After ${MOST_TRIES} tries a copy has failed: its guard sees that, and can request another one.`,
  failed: 'A copy of a guard’s data could not be made',
  run: ({ stopping }) => exportAndDelete(stopping),
});
