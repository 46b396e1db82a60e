import type { FastifyInstance } from 'fastify';
import { sendDueNotices, storeNotices } from '../domains/shifts/notices.service';
import * as alerts from '../domains/shifts/sos.repository';
import { escalateAfterMinutes } from '../domains/shifts/sos-alerts';
import { fromNow, nowText } from '../platform/clock';
import { transaction } from '../platform/database/db';
import { lock } from '../platform/database/locks';
import { scheduleJob } from '../platform/queue/job-queue';
import { poll } from '../platform/queue/poll';

const LOOK_EVERY_SECONDS = 15;
/** Not by the queue, so that an SOS is reported also while the queue cannot accept a job, as soon as a message can be stored. */
const NOTICES_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AT_ONCE = 20;

/**
 * Escalates each active SOS without an acknowledgement for so many minutes, and again each time that many minutes later,
 * for a day; then it stays on the staff list alone.
 * @returns the number of escalations.
 */
export async function escalateSos(): Promise<number> {
  const before = fromNow(-escalateAfterMinutes() * MINUTE_MS);
  const failures: unknown[] = [];
  let passedOn = 0;
  // A failed escalation does not stop the others.
  for (const one of await alerts.unanswered(before, fromNow(-DAY_MS), AT_ONCE))
    await escalateOne(one, before).then(
      (isMine) => (passedOn += Number(isMine)),
      (error) => failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
  return passedOn;
}

/** Of several processes that run concurrently, one escalates. */
const escalateOne = ({ sosId, assignmentId }: alerts.Unanswered, before: string): Promise<boolean> =>
  transaction(async () => {
    await lock({ sos: assignmentId });
    if (!(await alerts.markEscalated(sosId, nowText(), before))) return false;
    await storeNotices('unanswered', sosId);
    return true;
  });

/** Until the API closes: escalates SOS without an acknowledgement, and sends their due notices. */
export function startEscalating(app: FastifyInstance): void {
  scheduleJob(app, 'escalations', LOOK_EVERY_SECONDS, escalateSos, 'An unanswered SOS could not be escalated');
  poll(app, NOTICES_EVERY_MS, () => sendDueNotices('team'), 'Dispatch could not be notified of an SOS');
  poll(app, NOTICES_EVERY_MS, () => sendDueNotices('chat'), 'The chat could not be notified of an SOS');
}
