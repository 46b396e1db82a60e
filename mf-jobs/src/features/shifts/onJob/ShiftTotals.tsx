import { money } from '@portal/contracts/_kernel/formats';
import { isRunning } from '@portal/contracts/_kernel/shift';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { type ShiftFigures, shiftFigures } from '@portal/contracts/shifts/shifts.figures';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { useNow } from '@portal/mf-kit/useNow';
import styles from './ShiftTotals.module.css';

const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
/** Formats milliseconds as `2:05:09`. */
export const clock = (ms: number) => `${Math.floor(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}`;
/** Formats milliseconds as `8 h` or `8 h 30 min`. */
const hoursText = (ms: number) => {
  const minutes = Math.round((ms / 60_000) % 60);
  return `${Math.floor(ms / 3_600_000)} h${minutes > 0 ? ` ${minutes} min` : ''}`;
};
const DASH = '–';

const fields: readonly [label: string, value: (live: ShiftFigures) => string][] = [
  [onJobLabels.timeOnJob, ({ timeOnJob }) => clock(timeOnJob)],
  [onJobLabels.totalHours, ({ totalHours }) => hoursText(totalHours)],
  [onJobLabels.totalRemaining, ({ totalRemaining }) => clock(totalRemaining)],
  [onJobLabels.totalEarning, ({ totalEarning }) => money(totalEarning)],
];

/** The four read-only fields, by the server's clock during a shift; otherwise a dash (ONJOB-28). */
export function ShiftTotals({ shift }: { shift: WorkedShift | null }) {
  const now = useNow(1000);
  const live = shift && now !== null && isRunning(shift.state) ? shiftFigures(shift, now) : null;
  return (
    <dl className={styles.fields}>
      {fields.map(([label, value]) => (
        <div key={label} className={styles.field}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{live ? value(live) : DASH}</dd>
        </div>
      ))}
    </dl>
  );
}
