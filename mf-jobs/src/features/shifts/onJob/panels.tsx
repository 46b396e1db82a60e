import { exactTime } from '@portal/contracts/_kernel/exactness';
import { localTime, type Zone } from '@portal/contracts/_kernel/formats';
import { isRunning } from '@portal/contracts/_kernel/shift';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { Break, WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { PayNow } from '@portal/mf-kit/PayBegins';
import { Button } from '@portal/ui/Button';
import { ElapsedTime } from './NextStep';
import styles from './panels.module.css';

const notRunning: Partial<Record<WorkedShift['state'], string>> = {
  ended: 'This shift has ended.',
  awarded: 'This shift has not started.',
  arrived: 'This shift has not started.',
};
const notRunningText = (shift: WorkedShift | null) => (shift && notRunning[shift.state]) ?? 'No shift is running.';

export function EndPanel({ shift, end }: { shift: WorkedShift | null; end(): void }) {
  if (!shift || !isRunning(shift.state)) return <p className={styles.quiet}>{notRunningText(shift)}</p>;
  return (
    <div className={styles.act}>
      <p>We ask for a reason first. The scheduled end is {localTime(shift.endTime, shift.timeZone)}</p>
      <PayNow shift={shift} />
      <Button wide className={styles.main} onClick={end}>
        {onJobLabels.endJob}
      </Button>
    </div>
  );
}

function BreakLine({ entry, zone }: { entry: Break; zone: Zone }) {
  return (
    <li className={styles.item}>
      <strong>{entry.reason.name}</strong>
      <span>
        <span>{`${exactTime(entry.at, zone, entry.withinMs)} – `}</span>
        {entry.endedAt ? <span>{exactTime(entry.endedAt, zone, entry.endedWithinMs)}</span> : <ElapsedTime since={entry.at} />}
      </span>
    </li>
  );
}

export function BreakPanel({ shift, take }: { shift: WorkedShift | null; take(): void }) {
  const breaks = shift?.breaks ?? [];
  return (
    <div className={styles.act}>
      {breaks.length > 0 && (
        <ul className={styles.list} aria-label="Breaks of this shift">
          {breaks.map((entry) => (
            <BreakLine key={entry.breakId} entry={entry} zone={shift?.timeZone} />
          ))}
        </ul>
      )}
      {shift?.state === 'running' && (
        <>
          <p>One break at a time. Breaks are paid.</p>
          <Button wide className={styles.main} onClick={take}>
            {onJobLabels.takeBreak}
          </Button>
        </>
      )}
      {shift?.state === 'on-break' && <p className={styles.quiet}>You are on a break. End it before you take another.</p>}
      {!isRunning(shift?.state) && <p className={styles.quiet}>{notRunningText(shift)}</p>}
    </div>
  );
}
