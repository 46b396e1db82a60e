import { money, type Zone } from '@portal/contracts/_kernel/formats';
import { type RecordLine, recordLines } from '@portal/contracts/shifts/shifts.record';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { KeyValue } from '@portal/ui/KeyValue';
import { withKeys } from '@portal/ui/keyed';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { UtcAndLocalTime } from '@portal/ui/UtcAndLocalTime';
import styles from './RecordSheet.module.css';

const hours = (amount: string) => `${amount} ${amount === '1' ? 'hour' : 'hours'}`;

function Line({ line: { what, at, receivedAt, withinMs, detail }, zone }: { line: RecordLine; zone: Zone }) {
  const isLate = receivedAt !== null && receivedAt.slice(0, 16) !== at.slice(0, 16);
  return (
    <li className={styles.line}>
      <strong>{what}</strong>
      <UtcAndLocalTime instant={at} zone={zone} withinMs={withinMs} className={styles.at} />
      {detail && <span className={styles.detail}>{detail}</span>}
      {isLate && (
        <span className={styles.detail}>
          Received <UtcAndLocalTime instant={receivedAt} zone={zone} />
        </span>
      )}
    </li>
  );
}

/** The events of a shift in order, with hours and earning; the same on the screen and on paper. */
export function RecordSheet({ shift }: { shift: WorkedShift }) {
  const { jobTitle, location, startTime, endTime, timeZone: zone, totalShiftHours, paidHours, hourlyRate, earning, ended, lostAt } = shift;
  const lines = recordLines(shift);
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <p className={styles.job}>{jobTitle}</p>
        <p>{location.locationName}</p>
        <p>
          <UtcAndLocal instant={startTime} zone={zone} format="dateTime" /> {'– '}
          <UtcAndLocal instant={endTime} zone={zone} format="dateTime" />
        </p>
      </header>
      {lines.length === 0 ? (
        <p>Nothing is recorded for this shift yet.</p>
      ) : (
        <ol className={styles.lines} aria-label="Events">
          {withKeys(lines, ({ at, what }) => `${at} ${what}`).map(({ key, row }) => (
            <Line key={key} line={row} zone={zone} />
          ))}
        </ol>
      )}
      <KeyValue
        items={[
          { label: 'Scheduled hours', value: hours(totalShiftHours) },
          { label: 'Paid hours', value: hours(paidHours) },
          { label: 'Hourly rate', value: money(hourlyRate) },
          { label: ended || lostAt ? 'Earning' : 'Earning until now', value: <strong>{money(earning)}</strong> },
        ]}
      />
    </article>
  );
}
