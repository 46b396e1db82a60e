import { useMemo, useSyncExternalStore } from 'react';
import { usePortal } from './PortalContext';
import type { WriteEntry } from './portal';

/*
 * Durable writes on a screen.
 *
 *   A button in a list sends without waiting; the entries show the result, after a reload too.
 *     const { send } = useWrite(startBreak);
 *     void send({ jobId, shiftId, reason }, { order: shiftId, validUntil: shift.endTime, durable: { what: 'Break: Lunch' } });
 *     const entries = useOutboxEntries(shiftId); // [{ what: 'Break: Lunch', state: 'on device', createdAt, input, … }]
 *     entries.filter(isUnsent)                   // not confirmed by the server yet
 *
 *   A form closes when its write is answered or stored. A refusal marks its fields, and the outbox does not list it.
 *     const { sendOrQueue } = useWrite(applyLeave);
 *     const result = await sendOrQueue(request, { order: shiftId, durable: { what: 'Leave: Fri, Mar 14' } });
 *     if (result.ok) onClose(); // result.kept: stored on the device; otherwise result.message is the server's message
 *
 *   In tests, `mockEndpoint(startBreak, fails({ code: 0, message: '' }))` leaves a write on the device, and a reply that is a promise keeps
 *   it in flight. `portal.outbox.put(waitingWrite({ order: shiftId }))` adds an entry that a reload finds; `portal.outbox.retry(key)` sends one.
 */

const NONE: readonly WriteEntry[] = [];
const silent = () => () => undefined;
const none = () => NONE;

/**
 * Returns the guard's durable writes with this order key, or all of them, oldest first: waiting, failed, and sent within the last hour.
 * Renders again after a change in any tab.
 */
export function useOutboxEntries(order?: string): readonly WriteEntry[] {
  const { outbox } = usePortal();
  const all = useSyncExternalStore(outbox?.subscribe ?? silent, outbox?.current ?? none, none);
  return useMemo(() => (order === undefined ? all : all.filter((entry) => entry.order === order)), [all, order]);
}

/** The server has not confirmed the write: it waits on the device, or is in flight. */
export const isUnsent = ({ state }: WriteEntry): boolean => state === 'on device' || state === 'sending';
