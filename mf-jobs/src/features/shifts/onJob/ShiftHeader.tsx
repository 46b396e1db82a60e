import { daysAfter, localDay, phoneLink, spacedMobile } from '@portal/contracts/_kernel/formats';
import { openInMaps } from '@portal/contracts/_kernel/openInMaps';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Icon } from '@portal/ui/Icon';
import { UtcAndLocalTime } from '@portal/ui/UtcAndLocalTime';
import styles from './ShiftHeader.module.css';

/** The numbers that a guard needs on a shift. They are in the reply that this device keeps, so they need no connection. */
function Phones({ phones }: Pick<WorkedShift, 'phones'>) {
  const known = [
    { name: 'site', digits: phones?.site },
    { name: 'dispatch', digits: phones?.dispatch },
  ].flatMap(({ name, digits }) => (digits ? [{ name, digits }] : []));
  if (known.length === 0) return null;
  return (
    <div className={styles.calls}>
      {known.map(({ name, digits }) => (
        <ButtonLink key={name} small variant="secondary" icon={<Icon name="phone" size={18} />} href={phoneLink(digits)}>
          <span>{`Call ${name}`}</span> <span className={styles.number}>{spacedMobile(digits)}</span>
        </ButtonLink>
      ))}
    </div>
  );
}

export function ShiftHeader({ shift }: { shift: WorkedShift }) {
  const { jobId, jobTitle, location, startTime, endTime, timeZone: zone } = shift;
  return (
    <section className={styles.head} aria-label="The job">
      <div className={styles.first}>
        <h2 className={styles.title}>{jobTitle}</h2>
        <ButtonLink small variant="quiet" icon={<Icon name="chat" size={20} />} href={chatPaths.rooms({ job: jobId })}>
          Chat
        </ButtonLink>
      </div>
      <div className={styles.facts}>
        <p className={styles.place}>
          <Icon name="map-pin" size={18} />
          {location.locationName}
        </p>
        <p className={styles.day}>{localDay(startTime, zone)}</p>
        <p className={styles.times}>
          <UtcAndLocalTime instant={startTime} zone={zone} />
          <span>{' – '}</span>
          <UtcAndLocalTime instant={endTime} zone={zone} plusDays={daysAfter(startTime, endTime, zone)} />
        </p>
        <a href={openInMaps(location)} target="_blank" rel="noopener noreferrer" className={styles.map}>
          Open in maps
        </a>
      </div>
      <Phones phones={shift.phones} />
    </section>
  );
}
