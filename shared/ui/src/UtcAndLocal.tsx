import {
  dayAndPaddedTime,
  dayAndTime,
  localDay,
  localTime,
  paddedTimeOfDay,
  timeOfDay,
  type Zone,
} from '@portal/contracts/_kernel/formats';
import { cx } from './cx';
import styles from './UtcAndLocal.module.css';

const stated = { time: timeOfDay, padded: paddedTimeOfDay, dateTime: dayAndTime, paddedDateTime: dayAndPaddedTime } as const;

export interface UtcAndLocalProps {
  /** ISO, with an offset. */
  instant: string;
  /** Of the site, where it is not home's. */
  zone?: Zone;
  /** The stated format of the UTC string; a date stands beside the local time with `dateTime` and `paddedDateTime`. */
  format?: keyof typeof stated | undefined;
  /** Days after the day it belongs to: 1 marks the end of a shift over midnight with "+1 day". */
  plusDays?: number | undefined;
  className?: string | undefined;
}

/** The site's own time first, and the stated UTC string, labelled, beside it. */
export function UtcAndLocal({ instant, zone, format = 'time', plusDays = 0, className }: UtcAndLocalProps) {
  const local = /dateTime/i.test(format) ? `${localDay(instant, zone)}, ${localTime(instant, zone)}` : localTime(instant, zone);
  return (
    <time dateTime={instant} className={cx(styles.time, className)}>
      <span className={styles.local}>{local}</span>
      {plusDays > 0 && <span className={styles.plus}>{` +${plusDays} ${plusDays === 1 ? 'day' : 'days'}`}</span>}{' '}
      <span className={styles.utc}>{stated[format](instant)} UTC</span>
    </time>
  );
}
