import { withinText } from '@portal/contracts/_kernel/exactness';
import { dayMonthYear, localTime, paddedTimeOfDay, siteDate, timeOfDay, type Zone } from '@portal/contracts/_kernel/formats';
import { cx } from './cx';
import styles from './UtcAndLocal.module.css';

interface Props {
  /** ISO, with an offset. */
  instant: string;
  /** The time zone of the site; default: Toronto. */
  zone?: Zone;
  /** `06:05 PM UTC` instead of `6:05 PM UTC`. */
  isPadded?: boolean;
  /** The number of days after the shift's first day: 1 marks an end past midnight with "+1 day". */
  plusDays?: number;
  /** How exact the time of an act is: `within 2 minutes`. */
  withinMs?: number | null | undefined;
  className?: string | undefined;
}

/**
 * A time of day at the site, followed by the labelled UTC time. If the dates differ, the UTC text includes its date. Otherwise a reader
 * would combine the site's date with the UTC time.
 */
export function UtcAndLocalTime({ instant, zone, isPadded, plusDays = 0, withinMs, className }: Props) {
  const day = dayMonthYear(instant);
  const exactness = withinText(withinMs);
  return (
    <time dateTime={instant} className={cx(styles.time, className)}>
      <span className={styles.local}>{localTime(instant, zone)}</span>
      {plusDays > 0 && <span className={styles.plus}>{` +${plusDays} ${plusDays === 1 ? 'day' : 'days'}`}</span>}{' '}
      {day !== dayMonthYear(siteDate(instant, zone)) && (
        <>
          <span className={styles.utc}>{day}</span>{' '}
        </>
      )}
      <span className={styles.utc}>{`${(isPadded ? paddedTimeOfDay : timeOfDay)(instant)} UTC${exactness ? ',' : ''}`}</span>
      {exactness && (
        <>
          {' '}
          <span className={styles.utc}>{exactness}</span>
        </>
      )}
    </time>
  );
}
