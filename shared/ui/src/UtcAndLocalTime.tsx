import { dayMonthYear, localTime, paddedTimeOfDay, siteDate, timeOfDay, type Zone } from '@portal/contracts/_kernel/formats';
import { cx } from './cx';
import styles from './UtcAndLocal.module.css';

interface Props {
  /** ISO, with an offset. */
  instant: string;
  /** Of the site, where it is not home's. */
  zone?: Zone;
  /** `06:05 PM UTC` instead of `6:05 PM UTC`. */
  isPadded?: boolean;
  /** Days after the day it belongs to: 1 marks the end of a shift over midnight with "+1 day". */
  plusDays?: number;
  className?: string | undefined;
}

/**
 * A time of the day at the site, and the stated UTC string with its label. The UTC string has a date if the site has another date: without
 * it, a reader combines the site's date with the UTC time.
 */
export function UtcAndLocalTime({ instant, zone, isPadded, plusDays = 0, className }: Props) {
  const day = dayMonthYear(instant);
  return (
    <time dateTime={instant} className={cx(styles.time, className)}>
      <span className={styles.local}>{localTime(instant, zone)}</span>
      {plusDays > 0 && <span className={styles.plus}>{` +${plusDays} ${plusDays === 1 ? 'day' : 'days'}`}</span>}{' '}
      {day !== dayMonthYear(siteDate(instant, zone)) && (
        <>
          <span className={styles.utc}>{day}</span>{' '}
        </>
      )}
      <span className={styles.utc}>{(isPadded ? paddedTimeOfDay : timeOfDay)(instant)} UTC</span>
    </time>
  );
}
