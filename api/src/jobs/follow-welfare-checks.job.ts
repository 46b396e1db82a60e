import { type DueCheck, dueChecks } from '../domains/welfare/welfare.repository';
import { findOutage, followTimer } from '../domains/welfare/welfare.service';
import type { Outage } from '../domains/welfare/welfare-machine';
import { nowText } from '../platform/clock';
import { defineJob, noPayload } from '../platform/queue/define-job';

const AT_ONCE = 4;
const PAGE = 200;

/**
 * Makes every due step, each in its own transaction. A failed one delays no other, and is tried again in the next run.
 * @returns the number of steps that were made.
 */
export async function followWelfareChecks(stopping?: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  let made = 0;
  const step = (outage: Outage, { assignmentId }: DueCheck) =>
    followTimer(assignmentId, outage).then(
      () => made++,
      (error: unknown) => failures.push(error),
    );
  for (let due = await dueChecks(nowText(), null, PAGE); due.length > 0 && !stopping?.aborted; ) {
    const outage = await findOutage();
    for (let place = 0; place < due.length; place += AT_ONCE)
      await Promise.all(due.slice(place, place + AT_ONCE).map((one) => step(outage, one)));
    due = await dueChecks(nowText(), due.at(-1) ?? null, PAGE);
  }
  if (failures.length > 0) throw failures[0];
  return made;
}

export const followWelfareChecksJob = defineJob({
  name: 'follow-welfare-checks',
  does: 'Asks guards whether they are OK when their welfare check is due, calls a second time, and escalates to an SOS.',
  payload: noPayload,
  schedule: {
    on: 'poll',
    seconds: 2,
    in: 'each worker',
    because: 'A step must wait at most seconds, also after a kill. The table `welfare_checks` has the time of each.',
  },
  retries: 'the next run',
  onGivenUp: 'A step is tried in each run until the shift is over.',
  failed: 'A step of a welfare check could not be made',
  run: ({ stopping }) => followWelfareChecks(stopping),
});
