import type { FastifyInstance } from 'fastify';
import { startTelling } from './domains/chat/telling.service';
import { startReminding } from './domains/documents/expiry.service';
import { startAnnouncing } from './domains/jobs/announcing.service';
import { startClosing } from './domains/jobs/closing.service';
import { startClearing } from './domains/media/clearing.service';
import { startExporting } from './domains/privacy/export.worker';
import { startEscalating } from './domains/shifts/escalating.service';
import type { Env } from './platform/env';
import { startClearingArrivals } from './platform/files/arrivals';
import { startPushing } from './platform/live/push';
import { startDelivering } from './platform/work/delivering';
import { keepQueues } from './platform/work/queue';
import { startSweeping } from './platform/work/sweep';

/** Starts whatever a process does without being asked, until the API closes: all of it, or what is its own machine's alone. The queues stand: `prepareQueues`. */
export async function startWorkers(app: FastifyInstance, env: Env): Promise<void> {
  startClearingArrivals(app);
  if (!env.works) return;
  await keepQueues(app);
  startDelivering(app, env);
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
