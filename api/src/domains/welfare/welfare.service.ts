import { randomInt } from 'node:crypto';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { awaitsAnswer, type Welfare } from '@portal/contracts/_kernel/welfare';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { answerWelfareCheck } from '@portal/contracts/welfare/welfare.endpoints';
import { welfareLimits, welfareMessages } from '@portal/contracts/welfare/welfare.rules';
import type { setWelfareCheck } from '@portal/contracts/welfare/welfare.staff';
import { nowText } from '../../platform/clock';
import { currentServices } from '../../platform/context';
import { transaction } from '../../platform/database/db';
import { lock } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { ReplyWithMessage } from '../../platform/http/routes';
import { notifyChanged } from '../../platform/live/realtime';
import { queueMessage } from '../../platform/messages/message-queue';
import { contactsOf } from '../guards/guards.service';
import { notifyGuard } from '../notifications/notify.service';
import { shiftOfAct } from '../shifts/lost-shift.service';
import { judgeEvent } from '../shifts/shifts.service';
import * as sos from '../shifts/sos.service';
import * as checks from './welfare.repository';
import { type Act, type Check, type Event, isOpen, nextCheck, type Outage, type Setting } from './welfare-machine';

const LISTED = 200;
/** For a check whose setting was removed: it is over, so no time follows from these. */
const usual: Setting = { everyMinutes: welfareLimits.every.least, graceMinutes: welfareLimits.grace.usual };

/** The APIs have an outage if none has written a sign of life for this time. */
const SILENT_SECONDS = 30;
/** Two signs of life are missing: the APIs have an outage, or had one until a few seconds ago, in which phones send their answers again. */
const QUIET_SECONDS = 10;
const AFTER_QUIET_SECONDS = 5;
const DAY_SECONDS = 86_400;
const secondsAgo = (seconds: number) => new Date(Date.parse(nowText()) - seconds * 1_000).toISOString();

const plus = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000).toISOString();
const newCode = () => String(randomInt(10_000)).padStart(4, '0');

/** When dispatch is alerted without an answer; null unless an answer is awaited. */
function answerByOf({ state, dueAt }: Pick<Check, 'state' | 'dueAt'>, { graceMinutes }: Setting): string | null {
  if (dueAt === null || state === 'waiting') return null;
  return state === 'asked' ? plus(dueAt, graceMinutes) : dueAt;
}

/** Sends the ask or the second call: alert, push and text message. */
async function callGuard({ guardId, timeZone }: checks.Followed, answerBy: string, code: string, isAgain: boolean): Promise<void> {
  const title = isAgain ? welfareMessages.alertAgainTitle : welfareMessages.title;
  const description = (isAgain ? welfareMessages.alertAgain : welfareMessages.alert)(answerBy, timeZone);
  await notifyGuard(guardId, 'other', { title, description, to: jobsPaths.onJob() });
  const { mobileNumber } = await contactsOf(guardId);
  if (!mobileNumber) return;
  const takesSms = currentServices().env.smsInbound !== null;
  const how = takesSms ? welfareMessages.replyWith(code) : welfareMessages.openPage;
  await queueMessage({
    channel: 'sms',
    to: mobileNumber,
    guardId,
    subject: title,
    body: `${title}. ${description} ${how}`,
    isUrgent: true,
    isSecret: takesSms,
  });
}

async function carryOut(act: Act, assignmentId: string, found: checks.Followed, next: Check, code: string | null, event: Event) {
  if (act === 'escalate') return sos.raiseForSilence(found.guardId, assignmentId, found.sign);
  if (act === 'end-escalation') return sos.endForSilence(found.guardId, assignmentId, event);
  if (act === 'close-escalation') return sos.endForSilence(found.guardId, assignmentId, null);
  return callGuard(found, answerByOf(next, found.setting ?? usual) ?? event.at, code ?? '', act === 'call-again');
}

/**
 * Moves the welfare check of a shift by an event, in the surrounding transaction, with the message or SOS that follows. It has the lock of the shift's
 * SOS alone, so no other write of the shift delays an escalation. @returns null if the shift has no check.
 */
export async function follow(assignmentId: string, event: Event): Promise<{ check: Check; act: Act | null } | null> {
  await lock({ sos: assignmentId });
  const found = await checks.findCheck(assignmentId);
  if (!found || (found.check === null && (found.setting === null || event.type !== 'start'))) return null;
  const { check, act } = nextCheck(found.check, event, found.setting ?? usual);
  if (check === found.check && act === null) return { check, act };
  const code = act === 'ask' ? newCode() : awaitsAnswer(check) ? found.code : null;
  await checks.saveCheck(assignmentId, check, code);
  if (act !== null) await carryOut(act, assignmentId, found, check, code, event);
  notifyChanged(found.guardId, 'shifts');
  return { check, act };
}

/** The timer's step of one check. Of several processes one makes it: the others find it made. */
export const followTimer = (assignmentId: string, outage: Outage) =>
  transaction(() => follow(assignmentId, { type: 'due', at: nowText(), ...outage }));

/** Called every few seconds by each process that only takes calls. */
export const noteApiIsRunning = (): Promise<void> =>
  checks.saveApiSign(nowText(), { outage: secondsAgo(SILENT_SECONDS), quiet: secondsAgo(QUIET_SECONDS) });

/**
 * The last outage of the APIs, as far as it is known. A sign of life that is a day old is from an earlier deployment: one process that does everything
 * writes none.
 */
export async function findOutage(): Promise<Outage> {
  const { seenAt, outageEndedAt, quietEndedAt } = (await checks.apiSign()) ?? {};
  if (seenAt === undefined || seenAt <= secondsAgo(DAY_SECONDS)) return { outageUntil: null, isQuiet: false };
  if (seenAt < secondsAgo(SILENT_SECONDS)) return { outageUntil: nowText(), isQuiet: false };
  const isQuiet = seenAt < secondsAgo(QUIET_SECONDS) || (quietEndedAt ?? '') > secondsAgo(AFTER_QUIET_SECONDS);
  return { outageUntil: outageEndedAt ?? null, isQuiet };
}

type Sign = Partial<Pick<Input<typeof answerWelfareCheck>, 'lat' | 'long' | 'accuracy' | 'battery'>>;

/** Applies an answer of instant `at` to the check. `sign`: the data that the phone sent with it. */
async function answerAt(assignmentId: string, { at, withinMs }: Pick<Event, 'at' | 'withinMs'>, sign: Sign) {
  const followed = await follow(assignmentId, { type: 'answer', at, withinMs });
  if (followed && (sign.lat ?? sign.battery) !== undefined) await checks.saveSign(assignmentId, at, sign);
  return followed;
}

/** The guard answers on a page, now or earlier. */
export const answer = (
  guardId: string,
  { jobId, shiftId, at, ...sign }: Input<typeof answerWelfareCheck>,
): Promise<ReplyWithMessage<Output<typeof answerWelfareCheck>>> =>
  transaction(async () => {
    const shift = (await shiftOfAct(guardId, { jobId, shiftId }, judgeEvent(at).at)) ?? fail(404, shiftMessages.notYours);
    const judged = judgeEvent(at, shift.startedAt);
    const { check, act } = (await answerAt(shift.id, judged, sign)) ?? fail(409, welfareMessages.notRunning);
    const dueAt = check.state === 'waiting' ? check.dueAt : null;
    const data = { at: judged.at, isServerTime: judged.isServerTime, dueAt, isLate: act === 'end-escalation' };
    const { answered, tooOld } = welfareMessages;
    if (isOpen(check)) return new ReplyWithMessage(data, tooOld);
    return new ReplyWithMessage(data, judged.isServerTime ? shiftMessages.serverTime(answered, judged.at, shift.timeZone) : answered);
  });

/**
 * A guard answers by text message. The provider's id makes each message count once; an unknown or expired code changes nothing.
 * @returns whether the message is new.
 */
export const answerBySms = ({ id, from, text }: { id: string; from: string; text: string }): Promise<boolean> =>
  transaction(async () => {
    const at = nowText();
    if (!(await checks.insertInbound(id, at))) return false;
    const code = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
    const mobile = from.replace(/\D/g, '').slice(-10);
    const assignmentId = code === undefined ? null : await checks.assignmentOfCode(mobile, code);
    if (assignmentId === null || !(await answerAt(assignmentId, { at }, {}))) return true;
    const { guardId, timeZone } = (await checks.findCheck(assignmentId)) ?? fail(404, shiftMessages.notYours);
    const body = welfareMessages.smsAnswered(at, timeZone);
    await queueMessage({ channel: 'sms', to: mobile, guardId, subject: welfareMessages.title, body });
    return true;
  });

/** Staff set or end the checks of a site. Every job of the site is locked, so a shift starts before this or after it. */
export const set = ({ jobId, everyMinutes, graceMinutes }: Input<typeof setWelfareCheck>): Promise<Output<typeof setWelfareCheck>> =>
  transaction(async () => {
    const { jobIds } = (await checks.siteOfJob(jobId)) ?? fail(404, jobsMessages.noSuchJob);
    await lock({ job: jobIds });
    const { locationId, locationName, ...former } = (await checks.siteOfJob(jobId)) ?? fail(404, jobsMessages.noSuchJob);
    const setting = { everyMinutes, graceMinutes: graceMinutes ?? former.graceMinutes ?? usual.graceMinutes };
    await (everyMinutes === 0 ? checks.removeSetting(locationId) : checks.saveSetting(locationId, setting, nowText()));
    const running = await checks.runningAt(locationId);
    for (const { assignmentId, isOnBreak } of running) {
      await follow(assignmentId, { type: everyMinutes === 0 ? 'close' : 'start', at: nowText() });
      if (everyMinutes !== 0 && isOnBreak) await follow(assignmentId, { type: 'break', at: nowText() });
    }
    return { locationName, ...setting, runningShifts: running.length };
  });

export const list = () => checks.listChecks(LISTED);

/** The welfare check of a guard's shift; null if its site has none. */
export async function stateOnShift(jobId: string, assignmentId: string): Promise<Welfare | null> {
  const found = await checks.checkOnShift(jobId, assignmentId);
  if (!found) return null;
  const { everyMinutes, graceMinutes, state, dueAt, askedAt, answeredAt, answeredWithinMs } = found;
  return {
    ...{
      everyMinutes,
      graceMinutes,
      takesSms: currentServices().env.smsInbound !== null,
      state: state ?? null,
      askedAt: askedAt ?? null,
      answeredAt: answeredAt ?? null,
      answeredWithinMs: answeredWithinMs ?? null,
    },
    dueAt: state === 'waiting' ? (dueAt ?? null) : null,
    answerBy: state && dueAt ? answerByOf({ state, dueAt }, found) : null,
  };
}
