import {
  dayAndPaddedTime,
  dayAndTime,
  dayMonthYear,
  daySlashMonthSlashYear,
  localDay,
  localTime,
  type Zone,
} from '@portal/contracts/_kernel/formats';
import { createContext, useContext } from 'react';
import { cx } from './cx';
import styles from './UtcAndLocal.module.css';

const stated = {
  dateTime: dayAndTime,
  paddedDateTime: dayAndPaddedTime,
  date: dayMonthYear,
  slashedDate: daySlashMonthSlashYear,
} as const;
type Format = keyof typeof stated;

const localDayAndTime = (instant: string, zone: Zone) => `${localDay(instant, zone)}, ${localTime(instant, zone)}`;
const local = {
  dateTime: localDayAndTime,
  paddedDateTime: localDayAndTime,
  date: localDay,
  slashedDate: localDay,
} as const satisfies Record<Format, unknown>;

export interface UtcAndLocalProps {
  /** ISO, with an offset. */
  instant: string;
  /** The time zone of the site; default: Toronto. */
  zone?: Zone;
  /** The stated format of the UTC text. The local text has a time only if the format has one. */
  format: Format;
  className?: string | undefined;
}

/** Whether times show their UTC text. A screen that hides it offers a switch. */
export const UtcContext = createContext(true);

/**
 * The date at the site, followed by the labelled UTC date, because the specification states dates in UTC (SHARED-21). For a time without a
 * date: `UtcAndLocalTime`.
 */
export function UtcAndLocal({ instant, zone, format, className }: UtcAndLocalProps) {
  const hasUtc = useContext(UtcContext);
  return (
    <time dateTime={instant} className={cx(styles.time, className)}>
      <span className={styles.local}>{local[format](instant, zone)}</span>{' '}
      {hasUtc && <span className={styles.utc}>{stated[format](instant)} UTC</span>}
    </time>
  );
}
