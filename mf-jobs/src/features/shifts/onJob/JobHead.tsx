import { daysAfter, localDay } from '@portal/contracts/_kernel/formats';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { Icon } from '@portal/ui/Icon';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { openInMaps } from '../place';
import styles from './JobHead.module.css';

/** Which job, where, and when by its schedule. */
export function JobHead({ shift }: { shift: WorkedShift }) {
  const { jobTitle, location, startTime, endTime } = shift;
  return (
    <section className={styles.head} aria-label="The job">
      <h2 className={styles.title}>{jobTitle}</h2>
      <p className={styles.place}>
        <Icon name="map-pin" size={18} />
        <span>{location.locationName}</span>
        <a href={openInMaps(location)} target="_blank" rel="noreferrer" className={styles.map}>
          Open in maps
        </a>
      </p>
      <p className={styles.when}>
        <span className={styles.day}>{localDay(startTime)}</span>
        <span>
          <UtcAndLocal instant={startTime} />
          {' – '}
          <UtcAndLocal instant={endTime} plusDays={daysAfter(startTime, endTime)} />
        </span>
      </p>
    </section>
  );
}
