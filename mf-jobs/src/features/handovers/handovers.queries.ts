import { isRunning } from '@portal/contracts/_kernel/shift';
import { type Handover, handoversOfShift, leaveHandover, readHandovers } from '@portal/contracts/handovers/handovers.endpoints';
import { handoverLimits, handoverMessages, handoverOrder } from '@portal/contracts/handovers/handovers.rules';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useIdempotencyKey } from '@portal/mf-kit/useIdempotencyKey';
import { optimisticUpdate, useOptimisticData } from '@portal/mf-kit/useOptimisticData';
import { isUnsent, useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

type ShiftIds = Pick<WorkedShift, 'jobId' | 'shiftId'>;

/** Marks the notes that the guard has read on this device. */
const readOverlay = optimisticUpdate(readHandovers, (notes: Handover[], { notes: read, at }): Handover[] => {
  const isRead = (note: Handover) => read.some(({ noteId, version }) => noteId === note.noteId && version === note.version);
  return notes.some((note) => !note.readAt && isRead(note))
    ? notes.map((note) => (note.readAt || !isRead(note) ? note : { ...note, readAt: at ?? note.at }))
    : notes;
});

/** The notes of other guards for a shift, with their recordings. The reply is kept on the device; null requests nothing. */
export const useHandovers = (shiftId: string | null) =>
  useOptimisticData(useQuery(handoversOfShift, shiftId === null ? null : { shiftId }, { keepPrevious: true }), readOverlay);

/** Records that the guard has read notes, with the time of the press. Without a connection it is queued. */
export function useReadHandovers({ jobId, shiftId }: ShiftIds) {
  const portal = usePortal();
  const { sendOrQueue, busy, failure } = useWrite(readHandovers);
  const read = async (unread: readonly Handover[]) => {
    const notes = unread.map(({ noteId, version }) => ({ noteId, version }));
    const input = { jobId, shiftId, notes, at: portal.now().toISOString() };
    const result = await sendOrQueue(input, { order: handoverOrder(shiftId), durable: { what: onJobLabels.handover } });
    if (result.ok) portal.announce(result.kept ? handoverMessages.readKept : result.message);
  };
  return { read, busy, notSaved: failure && failureText(failure, handoverMessages.readNotSaved) };
}

/** Whether a note can be left for this shift now: while it runs, and for an hour after its end. */
export function isHandoverOpen({ state, ended, handover }: WorkedShift, now: number): boolean {
  if (!handover) return false;
  return isRunning(state) || (state === 'ended' && ended !== null && now <= Date.parse(ended.at) + handoverLimits.afterEnd);
}

export interface OwnNote {
  text: string;
  hasRecording: boolean;
  seconds: number | null;
}

/** The guard's note of a shift, which may still be on this device, and the entries of the outbox that show its way. */
export function useOwnHandover({ shiftId, handover }: WorkedShift) {
  const acts = useOutboxEntries(handoverOrder(shiftId)).filter(({ endpointId }) => endpointId === leaveHandover.id);
  const unsent = acts.findLast(isUnsent)?.input as { text?: string; recording?: unknown; keepsRecording?: boolean } | undefined;
  const waiting: OwnNote | undefined = unsent && {
    text: unsent.text ?? '',
    hasRecording: Boolean(unsent.recording || unsent.keepsRecording),
    seconds: null,
  };
  return { note: waiting ?? handover?.note ?? null, acts };
}

export interface NewNote {
  text?: string | undefined;
  recording?: Blob | undefined;
  keepsRecording?: boolean | undefined;
}

/** Leaves the note of a shift. Without a reply it is queued with its recording. A refusal is one line of the form. */
export function useLeaveHandover({ jobId, shiftId }: ShiftIds) {
  const portal = usePortal();
  const { sendOrQueue, failure } = useWrite(leaveHandover);
  const keyOf = useIdempotencyKey<NewNote>();
  const entries = useOutboxEntries(handoverOrder(shiftId));
  const leave = async (note: NewNote) => {
    for (const { key, endpointId, state } of entries)
      if (endpointId === leaveHandover.id && state === 'failed') portal.outbox?.dismiss(key);
    const input = { ...note, text: note.text ?? '', keepsRecording: note.keepsRecording ?? false };
    const result = await sendOrQueue(
      { ...input, jobId, shiftId, at: portal.now().toISOString() },
      { order: handoverOrder(shiftId), durable: { what: handoverMessages.own }, key: keyOf(note) },
    );
    if (result.ok) portal.announce(result.kept ? handoverMessages.kept : result.message);
    return result;
  };
  return { leave, notSaved: failure && failureText(failure, handoverMessages.notSaved) };
}
