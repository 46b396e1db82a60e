import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { acknowledgeOrders, ordersOfShift } from '@portal/contracts/orders/orders.endpoints';
import { orderMessages } from '@portal/contracts/orders/orders.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { failureText } from '@portal/mf-kit/failure';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useQuery } from '@portal/mf-kit/useQuery';
import { useWrite } from '@portal/mf-kit/useWrite';

/** The post orders of a shift's site. The reply is kept on the device; null requests nothing. */
export const useOrders = (shiftId: string | null) => useQuery(ordersOfShift, shiftId === null ? null : { shiftId }, { keepPrevious: true });

/** Not the order key of the shift's acts, so that a start never waits for it. */
const orderKey = (shiftId: string) => `orders:${shiftId}`;

/** A shift, and the newest post orders of its site. */
export interface ShiftWithOrders extends Pick<WorkedShift, 'jobId' | 'shiftId' | 'timeZone'> {
  orders?: JobDetail['orders'];
}

/** Whether the guard has not read the newest post orders of a shift; null if the site has none. */
export const hasUnreadOrders = ({ orders }: Pick<ShiftWithOrders, 'orders'>): boolean | null => (orders ? !orders.isRead : null);

/** Records that the guard has read a version, with the time of the press. Without a connection it is queued. */
export function useAcknowledgeOrders({ jobId, shiftId }: Pick<WorkedShift, 'jobId' | 'shiftId'>) {
  const portal = usePortal();
  const { sendOrQueue, busy, failure } = useWrite(acknowledgeOrders);
  const acknowledge = async (version: number) => {
    const input = { jobId, shiftId, version, at: portal.now().toISOString() };
    const result = await sendOrQueue(input, { order: orderKey(shiftId), durable: { what: orderMessages.title } });
    if (result.ok) portal.announce(result.kept ? orderMessages.kept : result.message);
    return result.ok;
  };
  return { acknowledge, busy, notSaved: failure && failureText(failure, orderMessages.notSaved) };
}
