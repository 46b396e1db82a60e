import { useMemo, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { WriteEntry } from './portal';

/*
 * Durable writes, from a screen's side.
 *
 *   A button in a list: write and forget; the entries show what became of it, after a reload too.
 *     const { send } = useWrite(startBreak);
 *     void send({ jobId, shiftId, reason }, { order: shiftId, validUntil: shift.endTime, durable: { what: 'Break: Lunch' } });
 *     const waiting = useWaiting(shiftId);   // [{ what: 'Break: Lunch', state: 'on device', createdAt, input, … }]
 *     waiting.filter(isUnsent)               // what the server does not have yet
 *
 *   A form: done as soon as the act is safe. A refusal marks its fields as ever and is not listed.
 *     const { keep } = useWrite(applyLeave);
 *     const result = await keep(request, { order: shiftId, durable: { what: 'Leave: Fri, Mar 14' } });
 *     if (result.ok) onClose();              // result.kept: it waits on this device; else result.message is the server's
 *
 *   In tests: `mockEndpoint(startBreak, fails({ code: 0, message: '' }))` leaves it on the device; an answer that is a promise
 *   keeps it sending; `portal.outbox.put(waiting({ order: shiftId }))` is what a reload finds; `portal.outbox.retry(key)` sends.
 */

const NONE: readonly WriteEntry[] = [];
const silent = () => () => undefined;
const none = () => NONE;

/**
 * The guard's durable writes of one order key (of all without one), oldest first: waiting, failed, and sent within the last hour.
 * Renders again when one changes, whichever tab sends it.
 */
export function useOutboxEntries(order?: string): readonly WriteEntry[] {
  const { outbox } = usePortal();
  const all = useSyncExternalStore(outbox?.subscribe ?? silent, outbox?.current ?? none, none);
  return useMemo(() => (order === undefined ? all : all.filter((entry) => entry.order === order)), [all, order]);
}

/** The server has not confirmed it: on the device or under way. */
export const isUnsent = ({ state }: WriteEntry): boolean => state === 'on device' || state === 'sending';
