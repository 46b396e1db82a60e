import { localShortDay } from '@portal/contracts/_kernel/formats';
import type { Job, Shift } from '@portal/contracts/jobs/jobs.shapes';
import { hours } from '../jobText';
import { ShiftTime } from '../ShiftTimePart';
import styles from './AllShifts.module.css';

/** This number fits the first screen of a phone. */
const FIRST = 5;

interface Row {
  date: string;
  /** Undefined until the shifts are read. The row already has its height. */
  shift: Shift | undefined;
}

function List({ rows, showsHours }: { rows: readonly Row[]; showsHours: boolean }) {
  return (
    <ol className={styles.list}>
      {rows.map(({ date, shift }) => (
        <li key={date} className={styles.shift}>
          {shift ? (
            <ShiftTime start={shift.startTime} end={shift.endTime} zone={shift.timeZone} isShort />
          ) : (
            <strong>{localShortDay(`${date}T12:00:00Z`, 'UTC')}</strong>
          )}
          {shift && showsHours && <span className={styles.hours}>{hours(shift.totalShiftHours)}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Each shift of a job that has several. `shifts` is null until they are read. */
export function AllShifts({ job, shifts, showsHours }: { job: Job; shifts: readonly Shift[] | null; showsHours: boolean }) {
  const rows = (job.commitment?.dates ?? []).map((date) => ({ date, shift: shifts?.find(({ shiftDate }) => shiftDate === date) }));
  if (rows.length < 2) return null;
  const more = rows.slice(FIRST);
  return (
    <section aria-label="All shifts">
      <List rows={rows.slice(0, FIRST)} showsHours={showsHours} />
      {more.length > 0 && (
        <details>
          <summary className={styles.more}>{`Show ${more.length} more`}</summary>
          <List rows={more} showsHours={showsHours} />
        </details>
      )}
    </section>
  );
}
