import { daySlashMonthSlashYear } from '@portal/contracts/_kernel/formats';
import { daysBetween } from '@portal/contracts/documents/documents.expiry';
import { FormCard } from '@portal/forms/formLayout';
import { cx } from '@portal/ui/cx';
import { ExpiryChip, toneOf } from './ExpiryChip';
import styles from './ExpiryTimeline.module.css';

export interface Expiry {
  key: string;
  name: string;
  expiryDate: string;
}

/** End of the axis in days; later dates are placed there. */
const LAST_DAY = 730;
const ticks = [
  { days: 0, label: 'Today' },
  { days: 30, label: '30 d' },
  { days: 90, label: '90 d' },
  { days: 365, label: '1 y' },
  { days: LAST_DAY, label: '2 y' },
];
const [START, WIDTH] = [4, 92];
/** A square root gives near days more room than distant ones. */
const xPosition = (days: number): number => START + WIDTH * Math.sqrt(Math.min(Math.max(days, 0), LAST_DAY) / LAST_DAY);

interface Mark {
  key: string;
  daysLeft: number;
}

function Axis({ marks }: { marks: readonly Mark[] }) {
  return (
    <svg className={styles.axis} aria-hidden="true" focusable="false">
      <line className={styles.line} x1={`${START}%`} x2={`${START + WIDTH}%`} y1="18" y2="18" />
      {ticks.map(({ days: at, label }) => (
        <g key={label}>
          <line className={styles.line} x1={`${xPosition(at)}%`} x2={`${xPosition(at)}%`} y1="13" y2="23" />
          <text className={styles.label} x={`${xPosition(at)}%`} y="42" textAnchor="middle">
            {label}
          </text>
        </g>
      ))}
      {marks.map(({ key, daysLeft }) => (
        <circle key={key} className={cx(styles.mark, styles[toneOf(daysLeft)])} cx={`${xPosition(daysLeft)}%`} cy="18" r="8" />
      ))}
    </svg>
  );
}

/** The expiry of the licence and the documents, the next one first, on a time line and as a list. Renders nothing without any. */
export function ExpiryTimeline({ expiries, today }: { expiries: readonly Expiry[]; today: string }) {
  if (expiries.length === 0) return null;
  const sorted = expiries
    .map((expiry) => ({ ...expiry, daysLeft: daysBetween(today, expiry.expiryDate) }))
    .sort((one, other) => one.daysLeft - other.daysLeft);
  return (
    <FormCard title="Expiry dates" lead="We remind you 90, 60, 30, 14 and 7 days before.">
      <Axis marks={sorted} />
      <ol className={styles.list} aria-label="Expiry dates, the next one first">
        {sorted.map(({ key, name, expiryDate, daysLeft }) => (
          <li key={key} className={cx(styles.row, styles[toneOf(daysLeft)])}>
            <span className={styles.name}>{name}</span>
            <span>{daySlashMonthSlashYear(expiryDate)}</span>
            <ExpiryChip daysLeft={daysLeft} always />
          </li>
        ))}
      </ol>
    </FormCard>
  );
}
