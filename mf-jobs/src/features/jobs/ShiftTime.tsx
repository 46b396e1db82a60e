import { daysAfter, localDay, localTime } from '@portal/contracts/_kernel/formats';
import styles from './ShiftTime.module.css';

/** When a guard must be there and until when, at the site: the day, then the hours, with "+1 day" over midnight. */
export function ShiftTime({ start, end }: { start: string; end: string }) {
  const later = daysAfter(start, end);
  return (
    <p className={styles.time}>
      <time dateTime={start} className={styles.day}>
        {localDay(start)}
      </time>{' '}
      <span className={styles.hours}>
        {localTime(start)} – {localTime(end)}
      </span>{' '}
      {later > 0 && <span className={styles.later}>{`+${later} ${later === 1 ? 'day' : 'days'}`}</span>}
    </p>
  );
}
