import type { FastifyInstance } from 'fastify';
import { fromNow, nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { hold } from '../../platform/database/locks';
import { every } from '../../platform/work/queue';
import { repeat } from '../../platform/work/repeat';
import { sendDueNotices, storeNotices } from './notices.service';
import { patienceMinutes } from './sos.calls';
import * as alerts from './sos.repository';

const LOOK_EVERY_SECONDS = 15;
/** Not by the queue: an SOS is reported also while the queue cannot take a job, as soon as it can take a message. */
const NOTICES_EVERY_MS = 2_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AT_ONCE = 20;

/**
 * Calls others for each SOS that is on and that nobody has acknowledged for so many minutes, and again each time that many minutes later,
 * for a day; then it stays on staff's list alone.
 * @returns for how many.
 */
export async function escalate(): Promise<number> {
  const before = fromNow(-patienceMinutes() * MINUTE_MS);
  const failures: unknown[] = [];
  let passedOn = 0;
  // One that cannot be passed on just now keeps none of the others waiting.
  for (const one of await alerts.unanswered(before, fromNow(-DAY_MS), AT_ONCE))
    await passOn(one, before).then(
      (isMine) => (passedOn += Number(isMine)),
      (error) => failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
  return passedOn;
}

/** Of several processes that look at once, one calls. */
const passOn = ({ sosId, assignmentId }: alerts.Unanswered, before: string): Promise<boolean> =>
  transaction(async () => {
    await hold({ sos: assignmentId });
    if (!(await alerts.markEscalated(sosId, nowText(), before))) return false;
    await storeNotices('unanswered', sosId);
    return true;
  });

/** Until the API closes: looks for those without an answer, and carries out what was noted about an SOS and is due. */
export function startEscalating(app: FastifyInstance): void {
  every(app, 'escalations', LOOK_EVERY_SECONDS, escalate, 'An SOS that no one has answered could not be passed on');
  repeat(app, NOTICES_EVERY_MS, () => sendDueNotices('team'), 'Dispatch could not be called for an SOS');
  repeat(app, NOTICES_EVERY_MS, () => sendDueNotices('chat'), 'The chat could not be told of an SOS');
}
