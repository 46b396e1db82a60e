import {
  dayAndPaddedTime,
  dayAndTime,
  dayMonthYear,
  daySlashMonthSlashYear,
  localDay,
  localTime,
  paddedTimeOfDay,
  siteDate,
  timeOfDay,
  type Zone,
} from '@portal/contracts/_kernel/formats';
import { createContext, useContext } from 'react';
import { cx } from './cx';
import styles from './UtcAndLocal.module.css';

const stated = {
  time: timeOfDay,
  padded: paddedTimeOfDay,
  dateTime: dayAndTime,
  paddedDateTime: dayAndPaddedTime,
  date: dayMonthYear,
  slashedDate: daySlashMonthSlashYear,
} as const;
type Format = keyof typeof stated;

const localDayAndTime = (instant: string, zone: Zone) => `${localDay(instant, zone)}, ${localTime(instant, zone)}`;
const local = {
  time: localTime,
  padded: localTime,
  dateTime: localDayAndTime,
  paddedDateTime: localDayAndTime,
  date: localDay,
  slashedDate: localDay,
} as const satisfies Record<Format, unknown>;

export interface UtcAndLocalProps {
  /** ISO, with an offset. */
  instant: string;
  /** Of the site, where it is not home's. */
  zone?: Zone;
  /** The stated format of the UTC string; the local one has a date where it has one, and no time where it has none. */
  format?: Format | undefined;
  /** Days after the day it belongs to: 1 marks the end of a shift over midnight with "+1 day". */
  plusDays?: number | undefined;
  className?: string | undefined;
}

/** Whether times show their UTC string. A screen that hides it offers a switch. */
export const UtcContext = createContext(true);

/** The UTC date of a time, empty if the site has the same date: without it, a reader takes a date of the site for the date of the UTC time. */
const otherDay = (instant: string, zone: Zone) => {
  const day = dayMonthYear(instant);
  return day === dayMonthYear(siteDate(instant, zone)) ? '' : day;
};

/** The site's own time first, and the stated UTC string, labelled, beside it: dates are shown in UTC (SHARED-21). */
export function UtcAndLocal({ instant, zone, format = 'time', plusDays = 0, className }: UtcAndLocalProps) {
  const hasUtc = useContext(UtcContext);
  const utcDay = hasUtc && local[format] === localTime && otherDay(instant, zone);
  return (
    <time dateTime={instant} className={cx(styles.time, className)}>
      <span className={styles.local}>{local[format](instant, zone)}</span>
      {plusDays > 0 && <span className={styles.plus}>{` +${plusDays} ${plusDays === 1 ? 'day' : 'days'}`}</span>}{' '}
      {utcDay && (
        <>
          <span className={styles.utc}>{utcDay}</span>{' '}
        </>
      )}
      {hasUtc && <span className={styles.utc}>{stated[format](instant)} UTC</span>}
    </time>
  );
}
