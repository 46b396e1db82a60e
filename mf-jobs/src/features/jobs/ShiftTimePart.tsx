import { daysAfter, localDay, localShortDay, localTime, type Zone } from '@portal/contracts/_kernel/formats';
import styles from './ShiftTime.module.css';

interface Props {
  start: string;
  end: string;
  zone: Zone;
  /** Leaves the year out. */
  isShort?: boolean;
}

/** Start and end of a shift in the site's time zone: the day, then the hours, with "+1 day" over midnight. */
export function ShiftTime({ start, end, zone, isShort }: Props) {
  const later = daysAfter(start, end, zone);
  return (
    <p className={styles.time}>
      <time dateTime={start} className={styles.day}>
        {isShort ? localShortDay(start, zone) : localDay(start, zone)}
      </time>{' '}
      <span className={styles.hours}>
        {localTime(start, zone)} – {localTime(end, zone)}
      </span>{' '}
      {later > 0 && <span className={styles.later}>{`+${later} ${later === 1 ? 'day' : 'days'}`}</span>}
    </p>
  );
}
