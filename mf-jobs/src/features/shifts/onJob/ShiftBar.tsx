import { emergencyCall } from '@portal/contracts/_kernel/emergency';
import { isRunning } from '@portal/contracts/_kernel/shift';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { shiftFigures } from '@portal/contracts/shifts/shifts.figures';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { PartBoundary } from '@portal/mf-kit/PartBoundary';
import { useNow } from '@portal/mf-kit/useNow';
import { Icon } from '@portal/ui/Icon';
import { PageTitle } from '@portal/ui/PageTitle';
import type { ReactNode } from 'react';
import { ShiftStatePart } from '../ShiftStatePart';
import styles from './ShiftBar.module.css';
import { clock } from './ShiftTotals';

function Worked({ shift }: { shift: WorkedShift }) {
  const now = useNow(1000);
  const worked = now !== null && isRunning(shift.state) ? shiftFigures(shift, now)?.timeOnJob : undefined;
  return (
    <>
      <ShiftStatePart shift={shift} />
      {worked !== undefined && (
        <span className={styles.time} aria-hidden="true">
          {clock(worked)}
        </span>
      )}
    </>
  );
}

/** The sticky bar of the screen: the state of the shift, the SOS, and 911, which needs no shift. */
export function ShiftBar({ shift, sos }: { shift: WorkedShift | null; sos: ReactNode }) {
  return (
    <header className={styles.bar}>
      <div className={styles.state}>
        <PageTitle title="On Job" className={styles.title} />
        <PartBoundary pattern={jobsPaths.onJob.pattern} failed="The state could not be shown" inline>
          {shift && <Worked shift={shift} />}
        </PartBoundary>
      </div>
      <a href={emergencyCall} className={styles.call}>
        <Icon name="phone" size={22} />
        {onJobLabels.call}
      </a>
      <PartBoundary pattern={jobsPaths.onJob.pattern} failed="The SOS could not be shown" inline>
        {sos}
      </PartBoundary>
    </header>
  );
}
