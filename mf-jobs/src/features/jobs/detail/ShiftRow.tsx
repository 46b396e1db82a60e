import { daysAfter, localDay } from '@portal/contracts/_kernel/formats';
import { calendarMessages } from '@portal/contracts/calendar/calendar.endpoints';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { Icon } from '@portal/ui/Icon';
import { KeyValue } from '@portal/ui/KeyValue';
import { Money } from '@portal/ui/Money';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { AskLeave, LeaveStanding } from '../../leave/LeavePart';
import { JobDay } from '../JobDay';
import styles from './ShiftRow.module.css';

interface Props {
  shift: Shift;
  /** Left out for a previous shift: there is nothing to ask for. */
  askLeave?: (shift: Shift) => void;
  /** Left out for a shift that is over, or not the guard's. */
  addToCalendar?: (shift: Shift) => void;
  /** Left out while the shift is neither worked nor near. */
  work?: (() => void) | undefined;
  /** Left out for a shift that was not worked. */
  openRecord?: (() => void) | undefined;
}

/** One shift of the guard, and what they can do about it. */
export function ShiftRow({ shift, askLeave, addToCalendar, work, openRecord }: Props) {
  const { shiftDate, startTime, endTime, timeZone: zone, customerRate } = shift;
  return (
    <Card as="li" className={styles.row}>
      <h2 className={styles.date}>
        <JobDay start={startTime} date={shiftDate} zone={zone} />
      </h2>
      <KeyValue
        items={[
          { label: 'Start time', value: <UtcAndLocal instant={startTime} zone={zone} format="padded" /> },
          {
            label: 'End time',
            value: <UtcAndLocal instant={endTime} zone={zone} format="padded" plusDays={daysAfter(startTime, endTime, zone)} />,
          },
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
      <LeaveStanding shift={shift} isAhead={askLeave !== undefined} />
      <div className={styles.acts}>
        {work && <Button onClick={work}>On Job</Button>}
        {openRecord && (
          <Button variant="secondary" aria-label={`${onJobLabels.record}, ${localDay(startTime, zone)}`} onClick={openRecord}>
            {onJobLabels.record}
          </Button>
        )}
        {askLeave && <AskLeave shift={shift} ask={askLeave} />}
        {addToCalendar && (
          <Button
            variant="quiet"
            icon={<Icon name="calendar" size={20} />}
            aria-label={`${calendarMessages.addShift}, ${localDay(startTime, zone)}`}
            onClick={() => addToCalendar(shift)}
          >
            {calendarMessages.addShift}
          </Button>
        )}
      </div>
    </Card>
  );
}
