import { dayMonthYear, localDay, type Zone } from '@portal/contracts/_kernel/formats';
import styles from './JobDay.module.css';

/** Shows the day at the site, and the date of the API as DD-MM-YYYY as the specification states. */
export function JobDay({ start, date, zone }: { start: string; date: string; zone: Zone }) {
  return (
    <>
      <span className={styles.day}>{localDay(start, zone)}</span> <span className={styles.stated}>{dayMonthYear(date)}</span>
    </>
  );
}
