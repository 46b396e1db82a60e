import type { Input } from '@portal/contracts/_kernel/endpoint';
import { localDay } from '@portal/contracts/_kernel/formats';
import { acceptCover, type Cover, declineCover, listCovers, offerCover, withdrawCover } from '@portal/contracts/covers/covers.endpoints';
import { type CoverState, coverEndsAt, coverMessages, isLiveCover, ownCoverStates } from '@portal/contracts/covers/covers.rules';
import type { JobDetail, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { WriteEntry } from '@portal/mf-kit/portal';
import { useIdempotencyKey } from '@portal/mf-kit/useIdempotencyKey';
import { type OptimisticUpdates, optimisticUpdate, useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { isUnsent, useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';
import type { Tone } from '@portal/ui/StatusChip';
import { hasBegunHere } from '../shifts/shifts.queries';

/** Not the order key of the shift's acts, so that a start never waits for an offer. */
const orderOfShift = (shiftId: string) => `cover:${shiftId}`;
const orderOfOffer = (offerId: string) => `cover-offer:${offerId}`;

type ShiftOfGuard = Pick<Shift, 'shiftId' | 'startTime' | 'timeZone'>;

/** Offers a shift. Without a reply the offer waits on the device until its deadline. A refusal is one line of the form. */
export function useOfferCover(jobId: string, { shiftId, startTime, timeZone }: ShiftOfGuard) {
  const portal = usePortal();
  const { sendOrQueue, failure } = useWrite(offerCover);
  const keyOf = useIdempotencyKey<Input<typeof offerCover>>();
  const refused = useUnsentOffer(shiftId);
  const offer = async (note: string | undefined) => {
    const input = { jobId, shiftId, note };
    if (refused?.state === 'failed') portal.outbox?.dismiss(refused.key);
    const durable = { what: `${coverMessages.offer}: ${localDay(startTime, timeZone)}` };
    const result = await sendOrQueue(input, {
      ...{ order: orderOfShift(shiftId), validUntil: coverEndsAt(startTime), durable, key: keyOf(input) },
    });
    if (result.ok) portal.announce(result.kept ? coverMessages.kept : result.message);
    return result;
  };
  return { offer, notOffered: failure && failureText(failure, coverMessages.notOffered) };
}

/** Withdraws the offer of a shift. Without a reply the withdrawal waits on the device. */
export function useWithdrawCover({ jobId, shiftId, startTime, timeZone }: ShiftOfGuard & { jobId: string }) {
  const portal = usePortal();
  const { sendOrQueue, busy } = useWrite(withdrawCover);
  const withdraw = async () => {
    const durable = { what: `${coverMessages.withdraw}: ${localDay(startTime, timeZone)}` };
    const result = await sendOrQueue({ jobId, shiftId }, { order: orderOfShift(shiftId), validUntil: startTime, durable });
    if (!result.ok) portal.toast('error', failureText(result.error, coverMessages.notWithdrawn));
    else portal.announce(result.kept ? coverMessages.withdrawKept : result.message);
  };
  return { withdraw, busy };
}

/** Accepts an offer. Without a reply the acceptance waits on the device until the deadline of the offer. */
export function useAcceptCover({ offerId, endsAt, jobTitle }: Cover) {
  const portal = usePortal();
  const { sendOrQueue, busy } = useWrite(acceptCover);
  const refused = useAcceptance(offerId);
  const accept = async () => {
    if (refused?.state === 'failed') portal.outbox?.dismiss(refused.key);
    const durable = { what: `${coverMessages.accept}: ${jobTitle}` };
    const result = await sendOrQueue({ offerId }, { order: orderOfOffer(offerId), validUntil: endsAt, durable });
    if (!result.ok) portal.toast('error', failureText(result.error, coverMessages.notAccepted));
    else portal.announce(result.kept ? coverMessages.acceptKept : result.message);
  };
  return { accept, busy };
}

/** Hides an offer from the guard, or reverses their acceptance. */
export function useDeclineCover({ offerId }: Cover) {
  const portal = usePortal();
  const { send, busy } = useWrite(declineCover);
  const decline = async () => {
    const result = await send({ offerId }, { order: orderOfOffer(offerId) });
    if (!result.ok) portal.toast('error', failureText(result.error, coverMessages.notDeclined));
    else portal.announce(result.message);
  };
  return { decline, busy };
}

/** Shows a sent offer or withdrawal on its shift until the job is read again. */
const onShift = (job: JobDetail, shiftId: string, change: (shift: Shift) => Shift['cover']): JobDetail => ({
  ...job,
  upcomingShifts: job.upcomingShifts.map((shift) => (shift.shiftId === shiftId ? { ...shift, cover: change(shift) } : shift)),
});
export const coverOverlay: OptimisticUpdates<JobDetail> = {
  ...optimisticUpdate(offerCover, (job: JobDetail, { shiftId }, state) =>
    state === 'sent' ? onShift(job, shiftId, ({ startTime }) => ({ state: 'open', endsAt: coverEndsAt(startTime) })) : job,
  ),
  ...optimisticUpdate(withdrawCover, (job: JobDetail, { shiftId }, state) =>
    state === 'sent' ? onShift(job, shiftId, ({ cover }) => cover && { ...cover, state: 'withdrawn' }) : job,
  ),
};

interface Covers {
  open: Cover[];
  own: Cover[];
}

/** The same for the list of offers. */
const listOverlay: OptimisticUpdates<Covers> = {
  ...optimisticUpdate(acceptCover, (covers: Covers, { offerId }, state) =>
    state === 'sent'
      ? {
          ...covers,
          open: covers.open.map((one) =>
            one.offerId === offerId && one.state === 'open' ? { ...one, state: one.isAutomatic ? 'approved' : 'proposed' } : one,
          ),
        }
      : covers,
  ),
  ...optimisticUpdate(declineCover, (covers: Covers, { offerId }, state) =>
    state === 'sent' ? { ...covers, open: covers.open.filter((one) => one.offerId !== offerId) } : covers,
  ),
  ...optimisticUpdate(withdrawCover, (covers: Covers, { shiftId }, state) =>
    state === 'sent'
      ? {
          ...covers,
          own: covers.own.map((one) => (one.shiftId === shiftId && isLiveCover(one.state) ? { ...one, state: 'withdrawn' } : one)),
        }
      : covers,
  ),
};

export const useCovers = () => useOptimisticData(useQuery(listCovers, {}), listOverlay);

function useUnsentOffer(shiftId: string): WriteEntry | undefined {
  return useOutboxEntries(orderOfShift(shiftId)).findLast(({ endpointId, state }) => endpointId === offerCover.id && state !== 'sent');
}
const useAcceptance = (offerId: string): WriteEntry | undefined =>
  useOutboxEntries(orderOfOffer(offerId)).findLast(({ endpointId, state }) => endpointId === acceptCover.id && state !== 'sent');

/** Why an act was not sent or was refused. The deadline of an offer is final, so a late act cannot be sent again. */
const failureOf = ({ expired, failure }: WriteEntry, over: string, failed: string) => (expired ? over : (failure?.userMessage ?? failed));

const unsentText = (entry: WriteEntry, { sending, kept, failed, over }: { sending: string; kept: string; failed: string; over: string }) =>
  entry.state === 'failed' ? failureOf(entry, over, failed) : entry.state === 'sending' ? sending : kept;

/** The line about an acceptance that the server does not have: queued, in flight, or refused after it was queued. */
export function useAcceptanceLine(offerId: string) {
  const entry = useAcceptance(offerId);
  const isRefused = entry?.state === 'failed';
  return {
    isUnsent: entry !== undefined && !isRefused,
    isRefused,
    words:
      entry &&
      unsentText(entry, {
        sending: coverMessages.accepting,
        kept: coverMessages.acceptKept,
        failed: coverMessages.notAccepted,
        over: coverMessages.over,
      }),
  };
}

/** Acceptances that were refused after they waited on the device, of offers that are not listed any more. */
export function useLostAcceptances(listed: readonly Cover[]) {
  const { outbox } = usePortal();
  const failed = useOutboxEntries().filter(({ endpointId, state }) => endpointId === acceptCover.id && state === 'failed');
  return failed
    .filter(({ order }) => !listed.some(({ offerId }) => order === orderOfOffer(offerId)))
    .map((entry) => ({
      key: entry.key,
      words: `${entry.what}. ${failureOf(entry, coverMessages.over, coverMessages.notAccepted)}`,
      dismiss: () => outbox?.dismiss(entry.key),
    }));
}

/** Whether a withdrawal of the shift's offer is queued. */
export const useUnsentWithdrawal = (shiftId: string): boolean =>
  useOutboxEntries(orderOfShift(shiftId)).some((entry) => entry.endpointId === withdrawCover.id && isUnsent(entry));

/** The guard gave this shift to another guard. */
export const isGivenAway = ({ state, cover }: Pick<Shift, 'state' | 'cover'>): boolean => state === null && cover?.state === 'approved';

export const coverTones: Readonly<Record<CoverState, Tone>> = {
  open: 'info',
  proposed: 'warning',
  approved: 'success',
  refused: 'neutral',
  withdrawn: 'neutral',
  ended: 'neutral',
};

/** The cover offer of a guard's shift: `chip` and `words` are the server's state, or describe an offer that the server does not have yet. */
export function useOfferOf({ shiftId, cover, state, phase, startTime, leave }: Shift, now: number | null) {
  const unsent = useUnsentOffer(shiftId);
  const hasBegun = hasBegunHere(useOutboxEntries(shiftId));
  const isWithdrawing = useUnsentWithdrawal(shiftId);
  const known = cover?.state as CoverState | undefined;
  const isLive = known !== undefined && isLiveCover(known);
  const isRefused = unsent?.state === 'failed';
  const isInTime = now !== null && now < Date.parse(coverEndsAt(startTime));
  // The guard may have got a covered shift again.
  const isShown = known !== undefined && known !== 'withdrawn' && !(known === 'approved' && state !== null);
  const queued =
    unsent &&
    unsentText(unsent, {
      sending: coverMessages.sending,
      kept: coverMessages.kept,
      failed: coverMessages.notOffered,
      over: coverMessages.offeredLate,
    });
  return {
    chip: isShown && !unsent ? { tone: coverTones[known], words: ownCoverStates[known].label } : null,
    words: isWithdrawing ? coverMessages.withdrawKept : (queued ?? (isShown ? ownCoverStates[known].words : null)),
    isRefused,
    isWithdrawable: isLive && !isWithdrawing,
    // An API that does not send the field has no such call.
    isOfferable:
      cover !== undefined &&
      !isLive &&
      state === 'awarded' &&
      phase !== 'ongoing' &&
      leave?.status !== 0 &&
      isInTime &&
      !hasBegun &&
      (!unsent || isRefused),
  };
}
