import { storeNotices } from '../domains/shifts/notices.service';
import * as alerts from '../domains/shifts/sos.repository';
import { escalateAfterMinutes } from '../domains/shifts/sos-alerts';
import { fromNow, nowText } from '../platform/clock';
import { transaction } from '../platform/database/db';
import { lock } from '../platform/database/locks';
import { defineJob, noPayload } from '../platform/queue/define-job';

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
  for (const one of await alerts.unansweredSos(before, fromNow(-DAY_MS), AT_ONCE))
    await escalateOne(one, before).then(
      (isMine) => (passedOn += Number(isMine)),
      (error) => failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
  return passedOn;
}

/** Of several processes that run concurrently, one escalates. */
const escalateOne = ({ sosId, assignmentId }: alerts.UnansweredSos, before: string): Promise<boolean> =>
  transaction(async () => {
    await lock({ sos: assignmentId });
    if (!(await alerts.markEscalated(sosId, nowText(), before))) return false;
    await storeNotices('unanswered', sosId);
    return true;
  });

export const escalateSosJob = defineJob({
  name: 'escalate-sos',
  does: 'Escalates each SOS that staff have not acknowledged in time, again and again for a day.',
  payload: noPayload,
  schedule: { on: 'interval', queue: 'escalations', seconds: 15 },
  retries: 'the next run',
  onGivenUp: 'After a day the SOS stays on the list of staff only.',
  failed: 'An unanswered SOS could not be escalated',
  run: escalateSos,
});
