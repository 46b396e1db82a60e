import type { Input } from '@portal/contracts/_kernel/endpoint';
import { isOnShift } from '@portal/contracts/_kernel/shift';
import { listEnotes } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteLimits, enoteOrder } from '@portal/contracts/enotes/enotes.rules';
import { breakReasons, currentShift, endJob, endJobReasons, shiftRecord, takeBreak } from '@portal/contracts/shifts/shifts.endpoints';
import { shiftLimits, shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { raiseSos } from '@portal/contracts/shifts/shifts.sos';
import { applyReadOrders, applyUnsentActions, breakLabel, isShiftAction } from '@portal/mf-kit/applyUnsentActions';
import { readEarly } from '@portal/mf-kit/earlyReads';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import type { Position, RememberedJob, WriteEntry, WriteState } from '@portal/mf-kit/portal';
import type { PressContext } from '@portal/mf-kit/remote';
import { useWritesSince } from '@portal/mf-kit/useOptimisticData';
import { isUnsent, useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { instantAfter, isUnlisted, positionInput, shiftWriteOptions } from '@portal/mf-kit/useShiftAct';
import { useWrite } from '@portal/mf-kit/useWrite';
import { useEffect, useState } from 'react';

/** Polling intervals for the time without realtime events. */
const POLL_MS = 60_000;
const SOS_POLL_MS = 10_000;

const isCurrentOrNext = ({ state }: WorkedShift) => isOnShift(state) || state === 'awarded' || state === 'leave-requested';
const hasSos = ({ sos }: WorkedShift) => sos.some(({ isActive }) => isActive);
const isUnacknowledged = (shift: WorkedShift | null) => shift?.sos.some(({ isActive, state }) => isActive && state === 'sent') ?? false;

/** Decisions of staff about a shift (moved, cancelled, withdrawn, leave, post orders, welfare check), and handover notes, invalidate these domains. */
const followed = ['jobs', 'applications', 'leave', 'orders', 'handovers', 'welfare'];

/** The shift that is being worked, else the next one. */
export const useCurrentShift = () =>
  useQuery(currentShift, { shiftId: undefined }, { keepPrevious: true, refreshMs: POLL_MS, follows: followed });
export const readCurrentShiftEarly = (by: PressContext): void => readEarly(currentShift, { shiftId: undefined }, by);

/** The shift whose end was entered on this device within the last hour. The screen shows it for that time. */
const endedShiftId = (entries: readonly WriteEntry[]) =>
  entries.findLast(({ endpointId, state }) => endpointId === endJob.id && state !== 'failed')?.order ?? undefined;

/**
 * The shift of /onJob (ONJOB-18). Its order of preference: the shift that is being worked or has an active SOS, the remembered shift if it
 * is the guard's and not over, the next shift. `shift` includes the queued actions of this device; `onServer` is the server's state.
 */
export function useOnJob() {
  const portal = usePortal();
  const remembered = portal.session.rememberedJob();
  const entries = useOutboxEntries();
  const current = useCurrentShift();
  const [hasLeft, setHasLeft] = useState(false);
  const endedId = hasLeft ? undefined : endedShiftId(entries);
  const wantedId = endedId ?? remembered?.shiftId;
  const wanted = useWantedShift(current, wantedId, endedId);
  const reply = wanted.reply ?? (current.hasData ? current.data : null);
  const unsynced = useWritesSince((wanted.reply ? wanted.query : current).requestedAt);
  const onServer = reply?.shift ?? null;
  useAcknowledgementPolling(onServer);

  const { jobId, userId, shiftId } = onServer ?? {};
  useEffect(() => {
    if (jobId && userId && shiftId) portal.session.rememberJob({ jobId, userId, shiftId });
  }, [portal, jobId, userId, shiftId]);

  const own = entries.filter(({ order }) => order === shiftId);
  const unsyncedOfShift = unsynced.filter(({ order }) => order === shiftId);
  const canOpenNext = wanted.reply && wantedId === endedId && current.data.shift;
  return {
    shift: onServer && applyReadOrders(applyUnsentActions(onServer, unsyncedOfShift), unsynced),
    onServer,
    readAt: reply?.now ?? '',
    acts: own.filter(isShiftAction),
    hasWaiting: own.some((entry) => isShiftAction(entry) && isUnsent(entry)),
    /** The shift of an SOS when the current shift cannot be read. A remembered job of the search is not one of the guard's. */
    ref: onServer ?? (wanted.isOthers ? null : remembered),
    lastEnded: current.data.lastEnded ?? null,
    /** Leaves the ended shift for the next one; null without a next shift. */
    openNextShift: canOpenNext ? () => setHasLeft(true) : null,
    hasData: current.hasData && wanted.isSettled,
    error: current.error,
    retry: current.retry,
  };
}

/** Reads the wanted shift if the current one may be replaced by it. `reply` is null unless it is the shift to show. */
function useWantedShift(current: ReturnType<typeof useCurrentShift>, wantedId: string | undefined, endedId: string | undefined) {
  const { shift } = current.data;
  const isReplaceable = current.hasData && !(shift && (isOnShift(shift.state) || hasSos(shift)));
  const isCurrent = !wantedId || wantedId === shift?.shiftId;
  const query = useQuery(currentShift, isReplaceable && !isCurrent ? { shiftId: wantedId } : null, {
    refreshMs: POLL_MS,
    follows: followed,
  });
  const found = query.hasData ? query.data : null;
  const wanted = found?.shift?.shiftId === wantedId ? found?.shift : null;
  return {
    query,
    reply: isReplaceable && wanted && (isCurrentOrNext(wanted) || wantedId === endedId) ? found : null,
    isOthers: query.hasData && !query.error && found?.shift?.shiftId !== wantedId,
    isSettled: !isReplaceable || isCurrent || query.hasData || query.error !== null,
  };
}

/** Reads the shift every 10 seconds while the team has not acknowledged its SOS, in case the event is lost. */
function useAcknowledgementPolling(shift: WorkedShift | null): void {
  const portal = usePortal();
  const isAwaited = isUnacknowledged(shift);
  useEffect(() => {
    if (!isAwaited) return;
    const timer = setInterval(() => portal.changed('shifts'), SOS_POLL_MS);
    return () => clearInterval(timer);
  }, [portal, isAwaited]);
}

/** True if this device has an action on the shift that was not refused: the shift has begun, even if the server does not know it. */
export const hasBegunHere = (entries: readonly WriteEntry[]): boolean =>
  entries.some((entry) => isShiftAction(entry) && entry.state !== 'failed');

/** The newest e-notes of the job that is being worked. */
export const useJobNotes = (jobId: string | null) =>
  useQuery(listEnotes, jobId ? { jobId, limit: enoteLimits.page, page: 1 } : null, { refreshMs: POLL_MS });

/** The guard's own e-notes on a job in this device's outbox. */
export const useOwnNotes = (jobId: string | undefined) => useOutboxEntries(enoteOrder(jobId ?? ''));

export const useBreakReasons = () => useQuery(breakReasons, {});
export const useEndReasons = () => useQuery(endJobReasons, {});
export const useShiftRecord = (shiftId: string) => useQuery(shiftRecord, { shiftId });

/** Guard, job and shift as the portal stored them (ONJOB-18). */
function useStoredIds() {
  const { session } = usePortal();
  return () => {
    const { jobId = '', shiftId = '' } = session.rememberedJob() ?? {};
    return { jobId, shiftId, guardId: session.current()?.guardId ?? '' };
  };
}

/** Takes a break. Its reply is ignored (ONJOB-16): the shift shows a success, and a failure is one line of the form. */
export function useTakeBreak() {
  const portal = usePortal();
  const storedIds = useStoredIds();
  const { sendOrQueue, failure } = useWrite(takeBreak);
  const take = (fields: { breakReasonId: string; description: string }, reason: string) => {
    const at = portal.now();
    const input = { ...fields, ...storedIds(), at: at.toISOString() };
    return sendOrQueue(input, shiftWriteOptions(input, at, breakLabel(reason)));
  };
  return { take, notSaved: failure && failureText(failure, shiftMessages.notSaved) };
}

type EndFields = Pick<Input<typeof endJob>, 'endReasonId' | 'shiftEndComment' | 'rating'>;

/** Ends the shift (ONJOB-26). A failure is one line of the form; the screen shows a success. */
export function useEndJob() {
  const portal = usePortal();
  const storedIds = useStoredIds();
  const { sendOrQueue, failure } = useWrite(endJob);
  const end = async (fields: EndFields) => {
    const at = portal.now();
    const input = { ...fields, ...storedIds(), at: at.toISOString() };
    const result = await sendOrQueue(input, shiftWriteOptions(input, at, 'End of the shift'));
    if (result.ok && !result.kept) {
      portal.announce(result.message);
      portal.changed('earnings');
      portal.changed('jobs');
    }
    return result;
  };
  return { end, notSaved: failure && failureText(failure, shiftMessages.notSaved) };
}

/** The names of SOS writes in the outbox. A sent entry is recognised by them. */
export const [SOS_ON, SOS_OFF] = ['SOS', 'SOS off'];
/** An SOS has its own order key, so that a blocked action cannot delay it. */
export const sosOrder = (shiftId: string): string => `sos:${shiftId}`;

/**
 * Turns the SOS on or off, without a toast. Off is a separate write, so that it is not lost while on is in flight. `entries` are the outbox
 * entries, oldest first, plus the presses of this page that the outbox does not list yet. If the device cannot store, it never lists them.
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
    const [at, what, validUntil] = [now.toISOString(), active ? SOS_ON : SOS_OFF, instantAfter(now, shiftLimits.sosValid)];
    const input = { jobId, shiftId, active, at, ...positionInput(position) };
    const own: WriteEntry = { key: '', endpointId: raiseSos.id, order, what, input, state: 'sending', createdAt: at, validUntil };
    const updatePressed = (changes: Partial<WriteEntry> | null) =>
      setPressed((last) => (last?.input === input ? changes && { ...own, ...changes } : last));
    const onState = (state: WriteState) => void (state === 'on device' && updatePressed({ state }));
    setPressed(own);
    void (active ? on : off).send(input, { order, validUntil, durable: { what }, onState }).then((result) => {
      if (result.ok) return updatePressed({ state: 'sent', sentAt: result.at });
      updatePressed(isUnlisted(portal, result.error) ? { state: 'failed', failure: result.error } : null);
    });
  };
  const isListed = pressed === null || listed.some(({ createdAt }) => createdAt >= pressed.createdAt);
  return {
    entries: isListed ? listed : [...listed, pressed],
    raise,
    dismiss: ({ key }: WriteEntry) => (key ? portal.outbox?.dismiss(key) : setPressed(null)),
  };
}
