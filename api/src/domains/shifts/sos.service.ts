import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { localTime } from '@portal/contracts/_kernel/formats';
import type { PersistentNotice } from '@portal/contracts/_kernel/persistentNotices';
import { sosNotice } from '@portal/contracts/_kernel/sosNotice';
import { sosNoticeId } from '@portal/contracts/_kernel/sosNoticeId';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { Sos } from '@portal/contracts/shifts/shifts.shapes';
import type { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { welfareMessages } from '@portal/contracts/welfare/welfare.rules';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { afterCommit, transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { observeSosAcknowledged } from '../../platform/http/metrics';
import { ReplyWithMessage } from '../../platform/http/routes';
import { notifyChanged, notifyStaff } from '../../platform/live/realtime';
import { resolveEventTime } from './event-time';
import { everWorkedShift } from './lost-shift.repository';
import type { NoticeKind } from './notices.repository';
import { storeNotices } from './notices.service';
import * as alerts from './sos.repository';

export type { LastSign } from './sos.repository';

const LISTED = 200;

/**
 * The earliest time of a press: that of the change before. A press can wait on the phone while the server raises an SOS for an unanswered welfare
 * check, so the time of that one is no limit.
 * @param last the active or last SOS before the press. `isActive`: whether one is active after the press has answered the check.
 */
function earliestPress(last: Sos | null, isActive: boolean): string | null {
  if (!last || (last.reason === 'no-answer' && !isActive)) return null;
  return last.isActive ? last.at : (last.endedAt ?? null);
}

/**
 * Only an answer ends an SOS for an unanswered welfare check, so a press that waited on the phone for too long does not.
 * @param last the active or last SOS before the press.
 * @returns the event to report; null when nothing changed.
 */
async function change(
  assignmentId: string,
  last: Sos | null,
  earliest: string | null,
  input: Input<typeof raiseSos>,
): Promise<NoticeKind | null> {
  if (input.active && last?.isActive) {
    if (last.state === 'sent' && last.reason !== 'no-answer') return (await alerts.fillPlace(last.sosId, input)) ? 'place' : null;
    // The team has acknowledged that one and does not look at it any more, or it was no press, so another press is a new SOS.
    const times = resolveEventTime(input.at, earliest);
    await alerts.turnOff(last.sosId, times.at);
    await alerts.insert(assignmentId, times, input);
    return 'again';
  }
  if (input.active) {
    await alerts.insert(assignmentId, resolveEventTime(input.at, earliest), input);
    return 'call';
  }
  if (!last?.isActive || last.reason === 'no-answer') return null;
  await alerts.turnOff(last.sosId, resolveEventTime(input.at, earliest).at);
  return 'over';
}

/**
 * Turns the guard's SOS on a shift on or off, and thereby answers a welfare check. It is accepted in every state of the shift and at any age: help is
 * never refused. The transaction has the SOS, its notices and the answer, and nothing that may fail. It waits only for other writes of SOS on the same
 * shift, which are short: see `notices.service`.
 */
export const raise = (guardId: string, input: Input<typeof raiseSos>): Promise<ReplyWithMessage<Output<typeof raiseSos>>> =>
  transaction(async () => {
    const shift = (await everWorkedShift(guardId, input.jobId, input.shiftId)) ?? fail(404, shiftMessages.notYours);
    await lock({ sos: shift.id });
    const last = await alerts.latestSos(shift.id);
    const { at, withinMs } = resolveEventTime(input.at);
    await currentServices().hooks.followShift(shift.id, { type: 'answer', at, withinMs });
    const isActive = (await alerts.latestSos(shift.id))?.isActive ?? false;
    const kind = await change(shift.id, last, earliestPress(last, isActive), input);
    const sos = await alerts.latestSos(shift.id);
    if (sos && kind) {
      await storeNotices(kind, sos.sosId);
      notifyStaff('sos', { sosId: sos.sosId, isActive: sos.isActive });
      notifyChanged(guardId, 'shifts');
    }
    // The end may be older than the ask of a welfare check whose escalation relied on this SOS.
    if (kind === 'over') await currentServices().hooks.followShift(shift.id, { type: 'sos-ended', at: nowText() });
    return new ReplyWithMessage(sos, sos?.isActive ? shiftMessages.sosSent : shiftMessages.sosOff);
  });

/**
 * Raises an SOS for a guard who did not answer a welfare check, unless an active SOS calls the team already. The team does not look at an acknowledged
 * one any more, so the new one replaces it. Call it in the transaction that locks the SOS of the shift.
 */
export async function raiseForSilence(guardId: string, assignmentId: string, sign: alerts.LastSign): Promise<void> {
  const last = await alerts.latestSos(assignmentId);
  if (last?.isActive && last.state === 'sent') return;
  const now = nowText();
  if (last?.isActive) await alerts.turnOff(last.sosId, now);
  const sosId = await alerts.insertForSilence(assignmentId, now, sign);
  await storeNotices('call', sosId);
  notifyStaff('sos', { sosId, isActive: true });
  notifyChanged(guardId, 'shifts');
}

/**
 * Ends the SOS of an unanswered welfare check, in the same transaction as the change of the check.
 * @param answer null when staff ended the check.
 */
export async function endForSilence(guardId: string, assignmentId: string, answer: alerts.WelfareAnswer | null): Promise<void> {
  const sosId = await alerts.endSosForSilence(assignmentId, nowText(), answer);
  if (sosId === null) return;
  await storeNotices('over', sosId);
  notifyStaff('sos', { sosId, isActive: false });
  notifyChanged(guardId, 'shifts');
}

/** One of the guard's own SOS. */
export const state = async (guardId: string, sosId: string): Promise<Sos> =>
  (await alerts.ownSos(guardId, sosId)) ?? fail(404, shiftMessages.noSuchSos);

/**
 * Notes the acknowledgement of a dispatcher; the guard's open pages show the name, without a sound.
 * @param name shown to the guard; null when it is not known who acknowledges.
 */
export const acknowledge = (sosId: string, name: string | null): Promise<Sos> =>
  transaction(async () => {
    const { guardId, assignmentId } = (await alerts.ownerOf(sosId)) ?? fail(404, shiftMessages.noSuchSos);
    await lock({ sos: assignmentId });
    const seconds = await alerts.acknowledge(sosId, nowText(), name);
    if (seconds !== null) afterCommit(() => observeSosAcknowledged(seconds));
    notifyChanged(guardId, 'shifts');
    return state(guardId, sosId);
  });

/** Marks an SOS as reached, because a mail server or SMS provider accepted its message. Call it in the transaction that stores the acceptance. */
export async function markReached(sosId: string, at: string): Promise<void> {
  const owner = await alerts.ownerOf(sosId);
  if (!owner) return;
  await lock({ sos: owner.assignmentId });
  if (await alerts.markReached(sosId, at)) notifyChanged(owner.guardId, 'shifts');
}

/** The guard's active SOS as a notice for every page. A closed notice appears again when the SOS is acknowledged. */
export async function sosNotices(guardId: string): Promise<PersistentNotice[]> {
  const sos = await alerts.activeOf(guardId, nowText());
  if (!sos) return [];
  const { sosId, state, receivedAt, reachedAt, acknowledgedAt, acknowledgedBy, timeZone } = sos;
  const isAcknowledged = state === 'acknowledged';
  const isSilence = sos.reason === 'no-answer';
  const time = localTime(acknowledgedAt ?? reachedAt ?? receivedAt, timeZone);
  const sent = isSilence ? sosNotice.noAnswer(time) : reachedAt ? sosNotice.reached(time) : sosNotice.sent(time);
  const acknowledged = isSilence ? welfareMessages.seen(time, acknowledgedBy) : sosNotice.acknowledged(time, acknowledgedBy);
  return [
    {
      // Pages treat a notice of an SOS as the guard's own call for help.
      id: isSilence ? `welfare:${sosId}:${state}` : sosNoticeId(sosId, state),
      tone: isAcknowledged ? 'warning' : 'error',
      text: isAcknowledged ? acknowledged : sent,
      to: jobsPaths.onJob(),
      label: sosNotice.label,
    },
  ];
}

export const listWaiting = () => alerts.waitingSos(LISTED);
export const sosOfAssignment = alerts.sosOfAssignment;

/** Seconds that the oldest active SOS has waited for an acknowledgement, in one row. */
export const unansweredAge = alerts.unansweredAge;
