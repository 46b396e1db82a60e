import { number, object } from 'yup';
import { localDay, localShortDay, localTime, siteDate, spacedMobile, type Zone } from '../_kernel/formats';
import { id, instant } from '../_kernel/shapes';
import { string } from '../_kernel/text';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Times in ms, distances in metres. */
export const shiftLimits = {
  /** How long before the shift's start an arrival and a start are accepted. Pay begins at the scheduled start. */
  arriveEarly: 2 * HOUR,
  startEarly: 30 * MINUTE,
  /** The maximum age of a queued action: `validUntil` of the queue entry is its `at` plus this. */
  actValid: 12 * HOUR,
  /** The maximum age of a queued SOS. After that the portal asks "do you still need help?" and sends a new one. */
  sosValid: 15 * MINUTE,
  /** How far a phone's instant may be ahead of the server's time. */
  ahead: 2 * MINUTE,
  /** A time up to this long before its write is of the same act: the phone searched its position, or the guard wrote the note. */
  lead: 15 * MINUTE,
  /** Staff close a shift that was not ended this long after its scheduled end. */
  overdue: 2 * HOUR,
  /** An arrival counts as far away beyond this distance from the site plus the phone's accuracy. */
  far: 500,
  description: 200,
  comment: 1000,
} as const;

export const BREAK = 'Break'; // ONJOB-17

const credited = (isPaid: boolean) => (isPaid ? 'Your pay was credited.' : 'It ended before your pay began, so nothing was credited.');

/** Adds the period, unless the text ends with `p.m.`: the time of a site outside Toronto ends with its zone. */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** The acts that are kept if the guard has lost the shift since. */
export type KeptAct = 'arrived' | 'started';

export const shiftMessages = {
  arrived: 'Your arrival was recorded.',
  arrivedFar: (kilometres: string) =>
    `Your arrival was recorded, ${kilometres} km from the site. If you are at the site, check the address and your phone's position.`,
  started: 'Your shift has started.',
  breakStarted: 'Your break has started.',
  breakEnded: 'Your break has ended.',
  ended: 'Your shift has ended. Your pay was credited.',
  endedUnpaid: 'Your shift has ended before its pay began, so nothing was credited.',
  endedWithBreak: 'Your shift has ended, and so has your break. Your pay was credited.',
  sosSent: 'We have your SOS and are alerting our team.',
  sosOff: 'Your SOS is turned off.',
  /** Added when the phone's instant was not plausible. */
  serverTime: (message: string, at: string, zone?: Zone) => `${message} Your phone's clock was wrong, so ${localTime(at, zone)} counts.`,

  notYours: 'There is no such shift of yours.',
  /** Of a shift that staff took back, or that another guard covers. */
  lost: (since: string, dispatch: string | null, now: string, zone?: Zone) =>
    `Since ${localTime(since, zone)}${siteDate(since, zone) === siteDate(now, zone) ? '' : ` on ${localShortDay(since, zone)}`} this shift is no longer yours. Please call dispatch${dispatch ? `: ${spacedMobile(dispatch)}` : ''}.`,
  /** An act on a shift that the guard lost later. `time` as in `exactTime`. */
  actKept: (act: KeptAct, time: string) => `You ${act} at ${time}, and dispatch is notified.`,
  cancelled: 'This job was cancelled. Please check your alerts before you go.',
  tooEarlyToArrive: (from: string, zone?: Zone) =>
    sentence(`It is too early to record your arrival. You can from ${localDay(from, zone)}, ${localTime(from, zone)}`),
  tooEarlyToStart: (from: string, zone?: Zone) =>
    sentence(`It is too early to start. You can from ${localDay(from, zone)}, ${localTime(from, zone)}`),
  over: 'This shift is over and was not started. If you worked it, please contact support.',
  leaveRequested: 'You requested leave for this shift, and it is not decided yet. To work it, please contact support.',
  onLeave: 'You are on leave for this shift. To work it, please contact support.',
  missed: 'This shift was marked as missed. If you worked it, please contact support.',
  otherRunning: 'You are working another shift. Please end that one first.',
  notStarted: 'This shift is not running. Please start it first.',
  alreadyEnded: 'This shift has ended already.',
  noBreak: 'You have not taken a break on this shift, so there is none to end.',
  onBreakAlready: 'You are already on a break. Please end it before you take another.',
  closedByStaff: (at: string, isPaid: boolean, zone?: Zone) => `At ${localTime(at, zone)} our team closed this shift. ${credited(isPaid)}`,
  tooOld: 'This waited too long on your phone and no longer counts. If you still need it, please do it again.',
  noSuchSos: 'There is no such SOS.',
  notOpen: 'This shift is neither running nor past its end, so there is nothing to close.',
  noEarlyStart: 'This shift is over, or its guard has leave: there is no earlier start to confirm.',
  earlyOutside: 'An earlier start is within the half hour before the shift.',
  endOutside: 'The end must lie between the start of the shift and now.',

  chooseBreakReason: 'Please choose a reason for your break',
  chooseEndReason: 'Please choose a reason for ending the job',
  rating: 'Please give 1 to 5 stars',
  notSaved: 'This was not saved. Please try again.',
  // ONJOB-16
  breakNotSaved: (reason: string) => `This was not saved. ${reason}`,
  breakNotYours: 'This was not saved. There is no such shift of yours.',
  breakNotNow: 'This was not saved. Your shift is not running, or you are already on a break.',
};

/** Texts for staff and for the guard's alerts. */
export const shiftNotices = {
  actKept: { arrived: 'Dispatch has your arrival', started: 'Dispatch has your start' },
  actKeptForStaff: (act: KeptAct, job: string) => `Guard ${act} before losing a shift: ${job}`,
  actKeptTextForStaff: (act: KeptAct, time: string, lostAt: string, zone?: Zone) =>
    `${sentence(`The guard ${act} at ${time}, and lost the shift at ${localTime(lostAt, zone)}`)} The report waited on their phone. The shift is unchanged. Please call them.`,
  closed: 'Shift closed',
  closedText: (job: string, isPaid: boolean) => `${job}: our team closed your shift because you had not ended it. ${credited(isPaid)}`,
  early: 'Earlier start confirmed',
  earlyText: (job: string, from: string) => `${job}: if you start early, you are paid from ${from} on.`,
  earlyEnded: 'Your earlier start no longer counts: you are paid from the new start.',
  missed: 'Shift missed',
  missedText: (job: string) => `${job}: this shift was never started.`,
  paid: 'You were paid',
  paidText: (job: string, amount: string) => `${job}: ${amount} was credited.`,
};

const tooLong = (max: number) => `At most ${max} characters`;
const text = (max: number) =>
  string()
    .transform((value, original) => (original === null ? undefined : value))
    .trim()
    .max(max, tooLong(max));

/** The fields of the Take Break modal. An empty description becomes the stated fixed text (ONJOB-17). */
export const breakRules = object({
  breakReasonId: string().required(shiftMessages.chooseBreakReason).uuid(shiftMessages.chooseBreakReason), // ONJOB-12
  description: text(shiftLimits.description)
    .transform((value: string | undefined) => value?.trim() || BREAK)
    .default(BREAK),
});

/** The fields of the End Job modal. Stars from 1 to 5, optional. */
export const endJobRules = object({
  endReasonId: string().required(shiftMessages.chooseEndReason).uuid(shiftMessages.chooseEndReason), // ONJOB-19
  shiftEndComment: text(shiftLimits.comment), // ONJOB-20
  rating: number()
    .transform((value, original) => (original === '' || original === null || original === 0 ? undefined : value))
    .typeError(shiftMessages.rating)
    .min(1, shiftMessages.rating)
    .max(5, shiftMessages.rating)
    .test('halves', shiftMessages.rating, (value) => value === undefined || Number.isInteger(value * 2)), // ONJOB-21
});

/**
 * When the action happened, by the phone's corrected clock (`portal.now()`); default: now. The server accepts it unless it is ahead of its
 * own time or before the previous action. Otherwise the server's time counts and the reply states it. 409: older than
 * `shiftLimits.actValid`.
 */
export const actAt = { at: instant() };
export const onShift = { jobId: id().required(), shiftId: id().required() };
export const byGuard = { ...onShift, guardId: id().required() }; // ONJOB-18
