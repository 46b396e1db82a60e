import { daysAfter, localDay } from '@portal/contracts/_kernel/formats';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { leaveMessages, leaveStatuses } from '@portal/contracts/leave/leave.rules';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { Money } from '@portal/ui/Money';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { JobDay } from '../JobDay';
import styles from './ShiftRow.module.css';

const leaveTones: Readonly<Record<number, Tone>> = { 0: 'warning', 1: 'success', 2: 'danger' };

/** One shift of the guard. Without `askLeave` (a previous shift) there is nothing to ask for. */
export function ShiftRow({ shift, askLeave }: { shift: Shift; askLeave?: (shift: Shift) => void }) {
  const { shiftDate, startTime, endTime, customerRate, leave } = shift;
  return (
    <Card as="li" className={styles.row}>
      <p className={styles.date}>
        <JobDay start={startTime} date={shiftDate} />
      </p>
      <KeyValue
        items={[
          { label: 'Start time', value: <UtcAndLocal instant={startTime} format="padded" /> },
          { label: 'End time', value: <UtcAndLocal instant={endTime} format="padded" plusDays={daysAfter(startTime, endTime)} /> },
          {
            label: 'Rate',
            value: (
              <>
                <Money amount={customerRate} /> / hour
              </>
            ),
          },
        ]}
      />
      {leave && <StatusChip tone={leaveTones[leave.status] ?? 'neutral'}>{leaveStatuses[leave.status]}</StatusChip>}
      {askLeave && !leave && (
        <Button variant="secondary" aria-label={`${leaveMessages.apply}, ${localDay(startTime)}`} onClick={() => askLeave(shift)}>
          {leaveMessages.apply}
        </Button>
      )}
    </Card>
  );
}
