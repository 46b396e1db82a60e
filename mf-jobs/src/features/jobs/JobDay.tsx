import { dayMonthYear, localDay, type Zone } from '@portal/contracts/_kernel/formats';
import styles from './JobDay.module.css';

/** The day at the site, and the stated DD-MM-YYYY of the date-only value. */
export function JobDay({ start, date, zone }: { start: string; date: string; zone: Zone }) {
  return (
    <>
      <span className={styles.day}>{localDay(start, zone)}</span> <span className={styles.stated}>{dayMonthYear(date)}</span>
    </>
  );
}
