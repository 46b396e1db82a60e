import { localDay, phoneLink, spacedMobile } from '@portal/contracts/_kernel/formats';
import type { Orders } from '@portal/contracts/orders/orders.endpoints';
import { orderMessages } from '@portal/contracts/orders/orders.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Dialog } from '@portal/ui/Dialog';
import { Icon } from '@portal/ui/Icon';
import { Status } from '@portal/ui/Status';
import { useState } from 'react';
import styles from './Orders.module.css';
import { hasUnreadOrders, type ShiftWithOrders, useAcknowledgeOrders, useOrders } from './orders.queries';

function OrdersText({ orders, zone }: { orders: Orders; zone: WorkedShift['timeZone'] }) {
  return (
    <div className={styles.orders}>
      <p className={styles.version}>{`Version ${orders.version}, ${localDay(orders.setAt, zone)}`}</p>
      {orders.contacts.length > 0 && (
        <ul className={styles.contacts} aria-label="Contacts">
          {orders.contacts.map(({ name, phone, note }) => (
            <li key={`${name} ${phone}`}>
              <span>
                <strong>{name}</strong>
                {note && <span className={styles.note}>{note}</span>}
              </span>
              <ButtonLink small variant="secondary" icon={<Icon name="phone" size={18} />} href={phoneLink(phone)}>
                {spacedMobile(phone)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {orders.sections.map(({ title, text, picture }) => (
        <section key={title} aria-label={title}>
          <h3 className={styles.title}>{title}</h3>
          <p className={styles.text}>{text}</p>
          {picture && <img src={picture} alt={title} className={styles.picture} />}
        </section>
      ))}
    </div>
  );
}

/** The post orders of a shift's site. While they are new to the guard, the main button acknowledges them. */
export function OrdersModal({ shift, onClose }: { shift: ShiftWithOrders; onClose(): void }) {
  const query = useOrders(shift.shiftId);
  // The button stays until the dialog closes, so that it shows its progress and a refusal.
  const [wasUnread] = useState(hasUnreadOrders(shift) === true);
  const { acknowledge, busy, notSaved } = useAcknowledgeOrders(shift);
  const orders = query.hasData ? query.data : null;
  const isNewest = orders?.version === shift.orders?.version;
  const onRead = async () => {
    if (orders && (await acknowledge(orders.version))) onClose();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={orderMessages.title}
      actions={
        wasUnread && orders && isNewest ? (
          <>
            <Status tone="danger">{notSaved}</Status>
            <Button busy={busy} busyText="Sending" onClick={onRead}>
              {orderMessages.read}
            </Button>
          </>
        ) : undefined
      }
    >
      <QueryView query={query} failed={orderMessages.notOnDevice} loading={{ shape: 'text', count: 6, label: 'Loading the post orders' }}>
        {(shown) =>
          shown ? (
            <>
              {!isNewest && <Banner kind="warning">{orderMessages.older}</Banner>}
              <OrdersText orders={shown} zone={shift.timeZone} />
            </>
          ) : (
            <p>{orderMessages.none}</p>
          )
        }
      </QueryView>
    </Dialog>
  );
}
