import { orderMessages } from '@portal/contracts/orders/orders.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { useState } from 'react';
import { OrdersModal } from './OrdersModal';
import { hasUnreadOrders, useOrders } from './orders.queries';

/** The way to the post orders of a shift, with a notice while they are new to the guard. Nothing for a site without orders. */
export function OrdersPart({ shift }: { shift: WorkedShift }) {
  const [isOpen, setOpen] = useState(false);
  const isUnread = hasUnreadOrders(shift);
  // Loaded early, so that the device has them without a connection.
  useOrders(isUnread === null ? null : shift.shiftId);
  if (isUnread === null || !shift.orders) return null;
  const button = (
    <Button variant="secondary" icon={<Icon name="note" size={20} />} onClick={() => setOpen(true)}>
      {orderMessages.open}
    </Button>
  );
  return (
    <>
      {isUnread ? (
        <Banner kind="warning" actions={button}>
          {orderMessages.unread}
        </Banner>
      ) : (
        <p>{button}</p>
      )}
      {isOpen && <OrdersModal shift={shift} onClose={() => setOpen(false)} />}
    </>
  );
}
