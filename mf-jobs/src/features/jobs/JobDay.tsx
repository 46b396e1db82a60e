import { dayMonthYear, localDay } from '@portal/contracts/_kernel/formats';
import styles from './JobDay.module.css';

/** The day at the site, and the stated DD-MM-YYYY of the date-only value. */
export function JobDay({ start, date }: { start: string; date: string }) {
  return (
    <>
      <span className={styles.day}>{localDay(start)}</span> <span className={styles.stated}>{dayMonthYear(date)}</span>
    </>
  );
}
