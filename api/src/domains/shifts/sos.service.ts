import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import type { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { nowText } from '../../platform/clock';
import { afterCommit, transaction } from '../../platform/database/db';
import { hold } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { Answer } from '../../platform/http/http-binding';
import { observeAcknowledged } from '../../platform/http/metrics';
import { changed, tellStaff } from '../../platform/live/realtime';
import * as chat from '../chat/members.service';
import { judge } from './act-time';
import { callTeam, placeOf } from './sos.calls';
import * as alerts from './sos.repository';

const LISTED = 200;

/** @returns what whoever is called is told of it; null: nothing is new. */
async function change(assignmentId: string, last: Sos | null, input: Input<typeof raiseSos>): Promise<string | null> {
  if (input.active && last?.isActive) {
    if (last.state === 'sent') return (await alerts.fillPlace(last.sosId, input)) ? 'SOS, where it is' : null;
    // The team has dealt with that one, and looks at it no more: another press is another call for help, in its place.
    const times = judge(input.at, last.at);
    await alerts.turnOff(last.sosId, times.at);
    await alerts.insert(assignmentId, times, input);
    return 'SOS again';
  }
  if (input.active) {
    await alerts.insert(assignmentId, judge(input.at, last?.endedAt), input);
    return 'SOS';
  }
  if (!last?.isActive) return null;
  await alerts.turnOff(last.sosId, judge(input.at, last.at).at);
  return 'SOS turned off';
}

/** Turns the guard's SOS on a shift on or off. Whatever the state of the shift, taken back or not, and however late it arrives: help is never refused. */
export const raise = (guardId: string, input: Input<typeof raiseSos>): Promise<Answer<Output<typeof raiseSos>>> =>
  transaction(async () => {
    await hold({ job: input.jobId, guard: guardId });
    const shift = (await alerts.everWorkedShift(guardId, input.jobId, input.shiftId)) ?? fail(404, shiftMessages.notYours);
    const last = await alerts.latest(shift.id);
    const news = await change(shift.id, last, input);
    const sos = await alerts.latest(shift.id);
    if (sos && news) {
      await callTeam(news, sos.sosId);
      await chat.sos(input.jobId, guardId, { isActive: sos.isActive, place: placeOf(sos), joins: !shift.isTakenBack });
      tellStaff('sos', { sosId: sos.sosId, isActive: sos.isActive });
      changed(guardId, 'shifts');
    }
    return new Answer(await alerts.latest(shift.id), sos?.isActive ? shiftMessages.sosSent : shiftMessages.sosOff);
  });

/** One SOS of the guard's own. */
export const state = async (guardId: string, sosId: string): Promise<Sos> =>
  (await alerts.own(guardId, sosId)) ?? fail(404, shiftMessages.noSuchSos);

/** Staff know of it: the guard's open pages say so, silently. */
export const acknowledge = (sosId: string): Promise<Sos> =>
  transaction(async () => {
    const { guardId, jobId } = (await alerts.ownerOf(sosId)) ?? fail(404, shiftMessages.noSuchSos);
    await hold({ job: jobId, guard: guardId });
    const seconds = await alerts.acknowledge(sosId, nowText());
    if (seconds !== null) afterCommit(() => observeAcknowledged(seconds));
    changed(guardId, 'shifts');
    return state(guardId, sosId);
  });

/** A server of the team's has accepted a call for help: from now on the guard may read that it has reached them. Call it in the transaction that notes it. */
export async function reached(sosId: string, at: string): Promise<void> {
  const owner = await alerts.ownerOf(sosId);
  if (!owner) return;
  await hold({ job: owner.jobId });
  if (await alerts.markReached(sosId, at)) changed(owner.guardId, 'shifts');
}

export const waiting = () => alerts.waiting(LISTED);
export const ofAssignment = alerts.ofAssignment;

/** For how many seconds the oldest one that is on has had no acknowledgement, in one row. */
export const unansweredAge = alerts.unansweredAge;
