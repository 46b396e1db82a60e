import type { FastifyInstance } from 'fastify';
import { startReminding } from '../domains/documents/expiry.service';
import { startAnnouncing } from '../domains/jobs/new-job-alerts.service';
import type { Env } from '../platform/config/env';
import { startClearingArrivals } from '../platform/files/upload-spool';
import { startPushing } from '../platform/messages/push-queue';
import { startMessageJobs } from '../platform/messages/send-message';
import { startMaintenance } from '../platform/queue/job-queue';
import { startTelling } from './alert-unread-chat';
import { startSweeping } from './clean-up';
import { startClosing } from './close-old-jobs';
import { startClearing } from './delete-orphan-files';
import { startEscalating } from './escalate-sos';
import { startExporting } from './export-data';

/** Starts the background jobs of a process until the API closes: all of them, or only the ones for its own machine. Call `createQueues` first. */
export async function startJobs(app: FastifyInstance, env: Env): Promise<void> {
  startClearingArrivals(app);
  if (!env.runsJobs) return;
  await startMaintenance(app);
  startMessageJobs(app, env);
  startEscalating(app);
  startSweeping(app);
  if (env.push) startPushing(app, env.push);
  startTelling(app);
  startAnnouncing(app);
  startReminding(app);
  startExporting(app);
  startClearing(app);
  startClosing(app);
}
