import { torontoDate } from '@portal/contracts/_kernel/clock';
import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import type { Guard } from '@portal/contracts/_kernel/guard';
import { site } from '@portal/contracts/_kernel/site';
import { daysBetween } from '@portal/contracts/documents/documents.expiry';
import { useNow } from '@portal/mf-kit/useNow';
import { Button } from '@portal/ui/Button';
import { Dialog } from '@portal/ui/Dialog';
import { Icon } from '@portal/ui/Icon';
import { KeyValue } from '@portal/ui/KeyValue';
import { ExpiryChip } from '../timeline/ExpiryChip';
import styles from './LicenceCard.module.css';

interface LicenceCardProps {
  guard: Guard;
  /** Address of the photo, usable without a connection; null if there is none. */
  photo: string | null;
  onClose(): void;
}

const HOUR_MS = 3_600_000;

const nameOf = ({ firstName, middleName, lastName }: Guard) => [firstName, middleName, lastName].filter(Boolean).join(' ');

/** The guard's licence over the whole screen, to show to an inspector. Its data is on the device, so it makes no call. */
export function LicenceCard({ guard, photo, onClose }: LicenceCardProps) {
  const now = useNow(HOUR_MS);
  const name = nameOf(guard);
  const { licenseNumber, securityRegistrationExpiryDate: ends } = guard;
  const expiry = ends ? (
    <span className={styles.expiry}>
      {daySlashMonthSlashYear(ends)}
      {now !== null && <ExpiryChip daysLeft={daysBetween(torontoDate(new Date(now)), ends)} always />}
    </span>
  ) : (
    'Not known yet'
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Security guard licence"
      className={styles.dialog}
      // The button is at the bottom because messages of an offline portal cover the close button at the top.
      actions={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles.card}>
        <div className={styles.photo}>{photo ? <img src={photo} alt={name} /> : <Icon name="user" size={96} />}</div>
        <p className={styles.name}>{name}</p>
        <KeyValue
          className={styles.facts}
          items={[
            { label: 'Licence number', value: <span className={styles.number}>{licenseNumber}</span> },
            { label: 'Expiry date', value: expiry },
            { label: 'Company', value: site.company },
          ]}
        />
      </div>
    </Dialog>
  );
}
