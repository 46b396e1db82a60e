import { randomUUID } from 'node:crypto';
import type { Input, Output } from '@portal/contracts/_kernel/endpoint';
import { localTime, money } from '@portal/contracts/_kernel/formats';
import type { acceptCover, declineCover, listCovers, offerCover, withdrawCover } from '@portal/contracts/covers/covers.endpoints';
import { coversPaths } from '@portal/contracts/covers/covers.paths';
import {
  type CoverEnd,
  type CoverState,
  coverEndsAt,
  coverMayBecome,
  coverMessages,
  coverNotices,
} from '@portal/contracts/covers/covers.rules';
import type { approveCover, liveCovers, refuseCover, setCoverRule } from '@portal/contracts/covers/covers.staff';
import { whenAt } from '@portal/contracts/jobs/jobs.fit';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsMessages } from '@portal/contracts/jobs/jobs.rules';
import { shiftNotices } from '@portal/contracts/shifts/shifts.rules';
import { nowText } from '../../platform/clock';
import { transaction } from '../../platform/database/db';
import { sqlState } from '../../platform/database/errors';
import { lock, retryTransaction } from '../../platform/database/locks';
import { fail } from '../../platform/http/errors';
import { ReplyWithMessage } from '../../platform/http/routes';
import { notifyChanged } from '../../platform/live/realtime';
import { mailSupport } from '../../platform/messages/message-queue';
import { enqueue } from '../../platform/queue/job-queue';
import { moveShiftTo } from '../applications/award.service';
import { type NotificationTopic, notifyGuard } from '../notifications/notify.service';
import { phaseOf, workedShift } from '../shifts/shifts.service';
import * as covers from './covers.repository';

export const COVER_ALERTS_QUEUE = 'cover-alerts';
/** Guards who get an alert of an offer, and a refresh of their open pages. Every guard who fits sees it in the list. */
const ALERTED = 50;
const LISTED = 50;
const LISTED_FOR_STAFF = 200;
const ENDED_AT_ONCE = 100;
const APPROVED_JOB = 1;

type Offer = covers.CoverOffer;
const shiftText = (offer: Offer) => `${offer.jobTitle}, ${whenAt(offer)}`;

/** Refuses a change that the table of states does not name. */
function requireMayBecome({ storedState }: Offer, to: CoverState): void {
  if (!coverMayBecome(storedState, to)) throw new Error(`A cover offer that is ${storedState} cannot become ${to}`);
}

async function notify(guardId: string, about: NotificationTopic, title: string, description: string, to = coversPaths.covers()) {
  await notifyGuard(guardId, about, { title, description, to });
  notifyChanged(guardId, 'covers');
}

const mailDispatch = (offer: Offer, subject: string): Promise<void> =>
  mailSupport({
    guardId: offer.guardId,
    subject: `${subject}: ${offer.jobTitle}`,
    body: `${shiftText(offer)}\n${offer.place}\nOffer: ${offer.id}\n\nnpm run staff -- list-covers`,
  });

/** Refreshes the open pages of guards who see the offer, or saw it. */
async function refreshLists(offer: Offer): Promise<void> {
  for (const guardId of await covers.fittingGuards(offer.id, ALERTED)) notifyChanged(guardId, 'covers');
}

/** Locks the job and the guards of an offer, and the jobs of the guards' other proposals, which an approval may end. Reads the offer again. */
async function lockOffer(offerId: string, ...others: string[]): Promise<Offer> {
  const { jobId, guardId, proposedGuardId } = (await covers.offerOf(offerId, nowText())) ?? fail(404, coverMessages.unknown);
  const accepting = [...others, ...(proposedGuardId ? [proposedGuardId] : [])];
  const jobsOfProposals = async () =>
    (await Promise.all(accepting.map((one) => covers.proposalsOf(one, nowText())))).flat().map((one) => one.jobId);
  const jobIds = [jobId, ...(await jobsOfProposals())];
  await lock({ job: jobIds, guard: [guardId, ...accepting] });
  const offer = (await covers.offerOf(offerId, nowText())) ?? fail(404, coverMessages.unknown);
  const isLocked = (await jobsOfProposals()).every((id) => jobIds.includes(id));
  if (offer.proposedGuardId !== proposedGuardId || !isLocked) retryTransaction('The guards of the cover offer');
  return offer;
}

/** Offers that fit the guard, and the guard's own. */
export async function list(guardId: string): Promise<Output<typeof listCovers>> {
  const now = nowText();
  const [open, own] = await Promise.all([covers.openFor(guardId, now, LISTED), covers.ownOffers(guardId, now, LISTED)]);
  return { open, own };
}

/** Offers one of the guard's shifts to come; a job alerts the guards whom it fits. */
export const offer = (guardId: string, { jobId, shiftId, note = '' }: Input<typeof offerCover>): Promise<void> =>
  transaction(async () => {
    await lock({ job: jobId, guard: guardId });
    const shift = (await workedShift(guardId, jobId, shiftId)) ?? fail(403, coverMessages.notYours);
    const isOfferable = shift.state === 'awarded' && shift.jobStatus === APPROVED_JOB && coverEndsAt(shift.startsAt) > nowText();
    if (!isOfferable) fail(409, coverMessages.notOfferable);
    const offerId = (await covers.insertOffer({ guardId, jobId, shiftId, note, now: nowText() })) ?? fail(409, coverMessages.already);
    const made = (await covers.offerOf(offerId, nowText())) ?? fail(404, coverMessages.unknown);
    await enqueue(COVER_ALERTS_QUEUE, randomUUID(), {});
    await refreshLists(made);
    await mailDispatch(made, 'Shift offered');
    notifyChanged(guardId, 'covers');
  });

/** Alerts the guards whom the offer of a shift fits. A failure, for example at a guard in deletion, delays no other alert. */
async function alertOf(offerId: string): Promise<unknown[]> {
  const offered = await covers.offerOf(offerId, nowText());
  if (offered?.state !== 'open') return [];
  const description = `${shiftText(offered)}, ${offered.place}. ${money(offered.pay)}.`;
  const failures: unknown[] = [];
  for (const guardId of await covers.fittingGuards(offerId, ALERTED))
    await notify(guardId, 'newJob', coverNotices.offered, description).catch((failure: unknown) => failures.push(failure));
  return failures;
}

/** Sends the alerts of new offers. Each offer is alerted once, by one process. */
export async function alertOfOffers(): Promise<void> {
  const failures: unknown[] = [];
  for (const offerId of await covers.claimToAlert(nowText())) failures.push(...(await alertOf(offerId)));
  if (failures.length > 0) throw new Error(`${failures.length} guards could not be alerted of a shift to cover`, { cause: failures[0] });
}

/** Ends the guard's offer; the shift stays with them. A proposed guard is notified. */
export const withdraw = (guardId: string, { jobId, shiftId }: Input<typeof withdrawCover>): Promise<void> =>
  transaction(async () => {
    await lock({ job: jobId, guard: guardId });
    const latest = await covers.latestOffer(guardId, shiftId, nowText());
    if (!latest || latest.jobId !== jobId) return fail(404, coverMessages.noOffer);
    if (latest.state === 'withdrawn') return;
    if (!coverMayBecome(latest.state, 'withdrawn')) fail(409, coverMessages.noOffer);
    await covers.setDecided(latest.id, 'withdrawn', nowText());
    if (latest.proposedGuardId)
      await notify(latest.proposedGuardId, 'jobAward', coverNotices.gone, `${shiftText(latest)}: the guard withdrew the offer.`);
    await mailDispatch(latest, 'Offer of a shift withdrawn');
    await refreshLists(latest);
    notifyChanged(guardId, 'covers');
  });

const refusalOf: Readonly<Record<Exclude<CoverState, 'open'>, string>> = {
  proposed: coverMessages.taken,
  approved: coverMessages.taken,
  withdrawn: coverMessages.withdrawnBefore,
  refused: coverMessages.over,
  ended: coverMessages.over,
};

const acceptReply = (state: CoverState) =>
  new ReplyWithMessage({ state }, state === 'approved' ? coverMessages.acceptedAutomatically : coverMessages.accepted);

/** Proposes the guard for the shift of an offer; where its site approves automatically, the shift moves immediately. */
export const accept = (guardId: string, { offerId }: Input<typeof acceptCover>): Promise<ReplyWithMessage<Output<typeof acceptCover>>> =>
  transaction(async () => {
    const wanted = await lockOffer(offerId, guardId);
    const { state, proposedGuardId } = wanted;
    if (proposedGuardId === guardId && (state === 'proposed' || state === 'approved')) return acceptReply(state);
    if (wanted.guardId === guardId) fail(404, coverMessages.unknown);
    if (state !== 'open') return fail(409, refusalOf[state]);
    const unfit = await covers.unfitOf(guardId, offerId);
    if (unfit) fail(409, coverMessages.unfit[unfit]);
    requireMayBecome(wanted, 'proposed');
    await covers.setProposed(offerId, guardId, nowText());
    const proposed: Offer = { ...wanted, state: 'proposed', storedState: 'proposed', proposedGuardId: guardId };
    await refreshLists(wanted);
    notifyChanged(guardId, 'covers');
    if (wanted.isAutomatic) {
      await hand(proposed, guardId, (reason) => reason);
      return acceptReply('approved');
    }
    await notify(wanted.guardId, 'other', coverNotices.proposed, `${shiftText(wanted)} ${coverMessages.responsible}`);
    await mailDispatch(wanted, 'Guard proposed for a shift');
    return acceptReply('proposed');
  });

/** Hides an offer from the guard. If they were proposed, it is open again. */
export const decline = (guardId: string, { offerId }: Input<typeof declineCover>): Promise<ReplyWithMessage<null>> =>
  transaction(async () => {
    const declined = await lockOffer(offerId, guardId);
    if (declined.guardId === guardId) fail(404, coverMessages.unknown);
    const isMine = declined.proposedGuardId === guardId;
    if (isMine && declined.state === 'approved') fail(409, coverMessages.yoursAlready);
    await covers.insertDecline(guardId, offerId, nowText());
    notifyChanged(guardId, 'covers');
    if (!isMine || declined.state !== 'proposed') return new ReplyWithMessage(null, coverMessages.declined);
    await reopen(declined, 'declined');
    return new ReplyWithMessage(null, coverMessages.takenBack);
  });

const reopenedMails = { declined: 'Proposed guard no longer wants a shift', unfit: 'Proposed guard no longer fits a shift' };

async function reopen(offer: Offer, because: keyof typeof reopenedMails): Promise<void> {
  requireMayBecome(offer, 'open');
  await covers.setOpen(offer.id);
  await notify(offer.guardId, 'other', coverNotices.opened[because], `${shiftText(offer)} ${coverMessages.responsible}`);
  await mailDispatch(offer, reopenedMails[because]);
  await refreshLists(offer);
}

/** Opens a proposed offer that no longer fits its guard, so that others can accept it. Call it with the job of the offer locked. */
async function reopenIfUnfit(proposed: Offer, guardId: string): Promise<void> {
  const unfit = await covers.unfitOf(guardId, proposed.id);
  if (!unfit) return;
  await reopen(proposed, 'unfit');
  await notify(guardId, 'jobAward', coverNotices.gone, `${shiftText(proposed)}: ${coverMessages.unfit[unfit]}`);
}

async function reopenUnfit(guardId: string): Promise<void> {
  for (const proposed of await covers.proposalsOf(guardId, nowText())) await reopenIfUnfit(proposed, guardId);
}

/** Moves the shift to the proposed guard. `wordsFor`: a refusal for the reader of the reply. Call it with the job and both guards locked. */
async function hand(offer: Offer, to: string, wordsFor: (reason: string) => string): Promise<void> {
  const { id, jobId, shiftId, guardId: from } = offer;
  const shift = await workedShift(from, jobId, shiftId);
  if (shift?.state !== 'awarded' || phaseOf(shift) !== 'upcoming') fail(409, coverMessages.begun);
  const unfit = await covers.unfitOf(to, id);
  if (unfit) fail(409, wordsFor(coverMessages.unfit[unfit]));
  requireMayBecome(offer, 'approved');
  const now = nowText();
  const paidFrom = await moveShiftTo(to, { jobId, shiftId, from, now }).catch((error) =>
    sqlState(error) === '23P01' ? fail(409, wordsFor(coverMessages.unfit.rest)) : Promise.reject(error),
  );
  await covers.setDecided(id, 'approved', now);
  await notify(from, 'jobCancel', coverNotices.approvedForFirst, `${shiftText(offer)}: another guard works this shift.`);
  await notifyGuard(to, 'jobAward', {
    title: coverNotices.approvedForSecond,
    description: paidFrom ? shiftNotices.earlyText(offer.jobTitle, localTime(paidFrom, offer.timeZone)) : offer.jobTitle,
    details: [`Shift: ${whenAt(offer)}`, `Site: ${offer.place}`],
    to: jobsPaths.jobDetail({ jobId }),
  });
  await reopenUnfit(to);
  await mailDispatch(offer, 'Shift covered');
  for (const guardId of [from, to]) for (const domain of ['covers', 'shifts'] as const) notifyChanged(guardId, domain);
}

/** Staff move the shift to the proposed guard. A repetition changes nothing. */
export const approve = ({ offerId }: Input<typeof approveCover>): Promise<Output<typeof approveCover>> =>
  transaction(async () => {
    const proposed = await lockOffer(offerId);
    if (proposed.state === 'approved') return { offerId, state: 'approved' };
    if (proposed.storedState === 'proposed' && proposed.state === 'ended') fail(409, coverMessages.begun);
    if (proposed.state !== 'proposed' || !proposed.proposedGuardId) return fail(409, coverMessages.notProposed);
    await hand(proposed, proposed.proposedGuardId, coverMessages.unfitForStaff);
    return { offerId, state: 'approved' };
  });

/** Staff refuse the proposed guard; the shift stays with the first one. A repetition changes nothing. */
export const refuse = ({ offerId, reason }: Input<typeof refuseCover>): Promise<Output<typeof refuseCover>> =>
  transaction(async () => {
    const proposed = await lockOffer(offerId);
    if (proposed.state === 'refused') return { offerId, state: 'refused' };
    if (proposed.state !== 'proposed') fail(409, coverMessages.notProposed);
    await covers.setDecided(offerId, 'refused', nowText());
    for (const guardId of [proposed.guardId, proposed.proposedGuardId])
      if (guardId) await notify(guardId, 'jobAward', coverNotices.refused, coverNotices.withReason(shiftText(proposed), reason));
    return { offerId, state: 'refused' };
  });

/** The live offers, for staff. */
export const listLive = (): Promise<Output<typeof liveCovers>> => covers.liveOffersForStaff(nowText(), LISTED_FOR_STAFF);

/** Stores whether a job's site approves the first guard who accepts. */
export const setRule = ({ jobId, isAutomatic }: Input<typeof setCoverRule>): Promise<Output<typeof setCoverRule>> =>
  transaction(async () => {
    await lock({ job: jobId });
    const locationName = (await covers.setSiteRule(jobId, isAutomatic)) ?? fail(404, jobsMessages.noSuchJob);
    return { jobId, locationName, isAutomatic };
  });

/**
 * Ends the live offers of a job, of one of its guards or shifts, and notifies the proposed guards and dispatch, and after a move also the guards who
 * keep the shift. Call it with the job locked.
 */
export async function endOffers(of: { jobId: string; guardId?: string; shiftId?: string }, because: CoverEnd): Promise<void> {
  for (const ended of await covers.liveOffers(of, nowText())) {
    requireMayBecome(ended, 'ended');
    await covers.setDecided(ended.id, 'ended', nowText());
    if (ended.proposedGuardId) {
      await notify(ended.proposedGuardId, 'jobAward', coverNotices.gone, `${shiftText(ended)} ${coverNotices.endsWith[because]}`);
      await mailDispatch(ended, 'Offer with a proposed guard ended');
    }
    if (because === 'moved') await notify(ended.guardId, 'other', coverNotices.ended, coverNotices.movedText(shiftText(ended)));
    await refreshLists(ended);
    notifyChanged(ended.guardId, 'covers');
  }
}

/** Opens the offers again if the account of their proposed guard is deleted. Call it with the jobs of these offers locked. */
export async function releaseProposals(guardId: string): Promise<void> {
  for (const proposed of await covers.proposalsOf(guardId, nowText())) await reopen(proposed, 'declined');
}

const endOverdue = (offerId: string): Promise<void> =>
  transaction(async () => {
    const overdue = await lockOffer(offerId);
    if (overdue.state !== 'ended' || !coverMayBecome(overdue.storedState, 'ended')) return;
    await covers.setDecided(offerId, 'ended', nowText());
    for (const guardId of [overdue.guardId, overdue.proposedGuardId])
      if (guardId)
        await notify(
          guardId,
          'other',
          guardId === overdue.guardId ? coverNotices.ended : coverNotices.gone,
          guardId === overdue.guardId ? coverNotices.endedText(shiftText(overdue)) : coverNotices.unapprovedText(shiftText(overdue)),
        );
    await mailDispatch(overdue, 'Offer of a shift ended without a change');
  });

const reopenUnfitOffer = (offerId: string): Promise<void> =>
  transaction(async () => {
    const proposed = await lockOffer(offerId);
    if (proposed.state === 'proposed' && proposed.proposedGuardId) await reopenIfUnfit(proposed, proposed.proposedGuardId);
  });

/**
 * Ends the offers after their time, and opens those whose proposed guard has got another shift, or does not fit for another reason. An offer that
 * cannot be changed delays no other. @returns how many were ended.
 */
export async function endOverdueOffers(stopping?: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  for (const offerId of await covers.unfitProposals(nowText(), ENDED_AT_ONCE)) {
    if (stopping?.aborted) return 0;
    await reopenUnfitOffer(offerId).catch((failure: unknown) => failures.push(failure));
  }
  const overdue = await covers.overdueOffers(nowText(), ENDED_AT_ONCE);
  for (const [ended, offerId] of overdue.entries()) {
    if (stopping?.aborted) return ended;
    await endOverdue(offerId).catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw new Error(`${failures.length} cover offers could not be ended`, { cause: failures[0] });
  return overdue.length;
}

/** The steps of cover on a guard's shift, for its record. */
export const stepsOnShift = covers.stepsOnShift;
