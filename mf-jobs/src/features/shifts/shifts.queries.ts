import type { Input } from '@portal/contracts/_kernel/endpoint';
import { isOnShift } from '@portal/contracts/_kernel/shift';
import { listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteLimits, enoteOrder } from '@portal/contracts/enotes/enotes.rules';
import { breakReasons, currentShift, endJob, endJobReasons, shiftRecord, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftLimits, shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { applyUnsentActions, breakLabel, isShiftAction } from '@portal/mf-kit/applyUnsentActions';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Position, RememberedJob, WriteEntry, WriteState } from '@portal/mf-kit/portal';
import { useWritesSince } from '@portal/mf-kit/useOptimisticData';
import { isUnsent, useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { actOn, after, isUnlisted, placed } from '@portal/mf-kit/useShiftAct';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useState } from 'react';

/** Events arrive by the socket; these are for when it is not there. */
const CALM_MS = 60_000;
const SOS_MS = 10_000;

const isToCome = ({ state }: WorkedShift) => isOnShift(state) || state === 'awarded' || state === 'leave-requested';
const hasSos = ({ sos }: WorkedShift) => sos.some(({ isActive }) => isActive);
const awaitsTeam = (shift: WorkedShift | null) => shift?.sos.some(({ isActive, state }) => isActive && state === 'sent') ?? false;

/** What staff decide of a shift (moved, cancelled, taken back, leave) is told as news of these. */
const decided = ['jobs', 'applications', 'leave'];

/** The shift that is worked, else the next to come. */
export const useCurrentShift = () =>
  useQuery(currentShift, { shiftId: undefined }, { keepPrevious: true, refreshMs: CALM_MS, follows: decided });

/** The shift whose end was made on this phone within the last hour: it stays in view until then. */
const endedHere = (entries: readonly WriteEntry[]) =>
  entries.findLast(({ endpointId, state }) => endpointId === endJob.id && state !== 'failed')?.order ?? undefined;

/**
 * The shift of /onJob (ONJOB-18): the one that is worked or has an SOS that is on, else the one that the portal remembers, as far as it is the guard's and not
 * over, else the next to come. `shift` is as it will be once what waits on this phone is sent; `onServer` is what the server has.
 */
export function useOnJob() {
  const portal = usePortal();
  const remembered = portal.session.rememberedJob();
  const entries = useOutboxEntries();
  const current = useCurrentShift();
  const [isLeft, setLeft] = useState(false);
  const ended = isLeft ? undefined : endedHere(entries);
  const isFree = current.hasData && !(current.data.shift && (isOnShift(current.data.shift.state) || hasSos(current.data.shift)));
  const wanted = ended ?? remembered?.shiftId;
  const other = useQuery(currentShift, isFree && wanted && wanted !== current.data.shift?.shiftId ? { shiftId: wanted } : null, {
    refreshMs: CALM_MS,
    follows: decided,
  });
  const found = other.hasData ? other.data : null;
  const isOther = isFree && found?.shift?.shiftId === wanted && found?.shift && (isToCome(found.shift) || wanted === ended);
  const reply = isOther ? found : current.hasData ? current.data : null;
  const missing = useWritesSince((isOther ? other : current).requestedAt);
  const onServer = reply?.shift ?? null;
  const retry = current.retry;
  const isAwaited = awaitsTeam(onServer);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(() => portal.changed('shifts'), SOS_MS);
    return () => clearInterval(timer);
  }, [portal, isAwaited]);

  const { jobId, userId, shiftId } = onServer ?? {};
  useEffect(() => {
    if (jobId && userId && shiftId) portal.session.rememberJob({ jobId, userId, shiftId });
  }, [portal, jobId, userId, shiftId]);

  const own = entries.filter(({ order }) => order === shiftId);
  return {
    shift:
      onServer &&
      applyUnsentActions(
        onServer,
        missing.filter(({ order }) => order === shiftId),
      ),
    onServer,
    readAt: reply?.now ?? '',
    acts: own.filter(isShiftAction),
    hasWaiting: own.some((entry) => isShiftAction(entry) && isUnsent(entry)),
    /** Something to raise an SOS for when the shift cannot be read. */
    ref: onServer ?? remembered,
    lastEnded: current.data.lastEnded ?? null,
    /** Leaves the shift that was ended for the next one, when there is one. */
    goOn: isOther && wanted === ended && current.data.shift ? () => setLeft(true) : null,
    hasData: current.hasData && (!isFree || !wanted || wanted === current.data.shift?.shiftId || other.hasData || other.error !== null),
    error: current.error,
    retry,
  };
}

/** This phone has an act on the shift that was not refused: the shift has begun, whether the server knows it or not. */
export const hasBegunHere = (entries: readonly WriteEntry[]): boolean =>
  entries.some((entry) => isShiftAction(entry) && entry.state !== 'failed');

/** The newest notes of the job that is worked. */
export const useJobNotes = (jobId: string | null) =>
  useQuery(listEnotes, jobId ? { jobId, limit: enoteLimits.page, page: 1 } : null, { refreshMs: CALM_MS });

/** The guard's own notes on a job that this device has sent or will send. */
export const useOwnNotes = (jobId: string | undefined) => useOutboxEntries(enoteOrder(jobId ?? ''));

export const useBreakReasons = () => useQuery(breakReasons, {});
export const useEndReasons = () => useQuery(endJobReasons, {});
export const useShiftRecord = (shiftId: string) => useQuery(shiftRecord, { shiftId });

/** Guard, job and shift are those that the portal has stored (ONJOB-18). */
function useStored() {
  const { session } = usePortal();
  return () => {
    const { jobId = '', shiftId = '' } = session.rememberedJob() ?? {};
    return { jobId, shiftId, guardId: session.current()?.guardId ?? '' };
  };
}

/** Takes a break. Its reply is not read (ONJOB-16): that it runs shows on the shift, how it failed is one line for the form. */
export function useTakeBreak() {
  const portal = usePortal();
  const stored = useStored();
  const { sendOrQueue: keep, failure } = useWrite(takeBreak);
  const take = (given: { breakReasonId: string; description: string }, reason: string) => {
    const at = portal.now();
    const input = { ...given, ...stored(), at: at.toISOString() };
    return keep(input, actOn(input, at, breakLabel(reason)));
  };
  return { take, notSaved: failure && failureText(failure, shiftMessages.notSaved) };
}

type Ending = Pick<Input<typeof endJob>, 'endReasonId' | 'shiftEndComment' | 'rating'>;

/** Ends the shift (ONJOB-26). How it failed is one line for the form; that it worked shows on the screen. */
export function useEndJob() {
  const portal = usePortal();
  const stored = useStored();
  const { sendOrQueue: keep, failure } = useWrite(endJob);
  const end = async (given: Ending) => {
    const at = portal.now();
    const input = { ...given, ...stored(), at: at.toISOString() };
    const result = await keep(input, actOn(input, at, 'End of the shift'));
    if (result.ok && !result.kept) {
      portal.announce(result.message);
      portal.changed('earnings');
      portal.changed('jobs');
    }
    return result;
  };
  return { end, notSaved: failure && failureText(failure, shiftMessages.notSaved) };
}

/** How an SOS is named in the outbox; what a sent one carried is known by it. */
export const [SOS_ON, SOS_OFF] = ['SOS', 'SOS off'];
/** An SOS waits behind nothing but another SOS: an act that is stuck must not hold it up. */
export const sosOrder = (shiftId: string): string => `sos:${shiftId}`;

/**
 * Turns the SOS on or off. Silent: no toast, whatever comes of it. Off is a write of its own: it must not be lost while on is sent.
 * `entries` are those of the outbox, oldest first, with what was pressed here until it is listed: on a device that keeps nothing, never.
 */
export function useSos({ jobId, shiftId }: Pick<RememberedJob, 'jobId' | 'shiftId'>) {
  const portal = usePortal();
  const order = sosOrder(shiftId);
  const listed = useOutboxEntries(order);
  const [pressed, setPressed] = useState<WriteEntry | null>(null);
  const on = useWrite(raiseSos);
  const off = useWrite(raiseSos);
  const raise = (active: boolean, position: Position | null) => {
    const now = portal.now();
    const [at, what, validUntil] = [now.toISOString(), active ? SOS_ON : SOS_OFF, after(now, shiftLimits.sosValid)];
    const input = { jobId, shiftId, active, at, ...placed(position) };
    const own: WriteEntry = { key: '', endpointId: raiseSos.id, order, what, input, state: 'sending', createdAt: at, validUntil };
    const turn = (to: Partial<WriteEntry> | null) => setPressed((last) => (last?.input === input ? to && { ...own, ...to } : last));
    const onState = (state: WriteState) => void (state === 'on device' && turn({ state }));
    setPressed(own);
    void (active ? on : off).send(input, { order, validUntil, durable: { what }, onState }).then((result) => {
      if (result.ok) return turn({ state: 'sent', sentAt: result.at });
      turn(isUnlisted(portal, result.error) ? { state: 'failed', failure: result.error } : null);
    });
  };
  const isListed = pressed === null || listed.some(({ createdAt }) => createdAt >= pressed.createdAt);
  return {
    entries: isListed ? listed : [...listed, pressed],
    raise,
    dismiss: ({ key }: WriteEntry) => (key ? portal.outbox?.dismiss(key) : setPressed(null)),
  };
}
