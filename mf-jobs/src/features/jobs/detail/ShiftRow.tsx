import { daysAfter, localDay } from '@portal/contracts/_kernel/formats';
import { calendarMessages } from '@portal/contracts/calendar/calendar.endpoints';
import type { Shift } from '@portal/contracts/jobs/jobs.shapes';
import { orderMessages } from '@portal/contracts/orders/orders.rules';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { KeyValue } from '@portal/ui/KeyValue';
import { Money } from '@portal/ui/Money';
import { UtcAndLocalTime } from '@portal/ui/UtcAndLocalTime';
import { CoverStatus, OfferShift } from '../../covers/CoverPart';
import { AskLeave, LeaveStatus } from '../../leave/LeavePart';
import { ShiftStatePart } from '../../shifts/ShiftStatePart';
import { JobDay } from '../JobDay';
import styles from './ShiftRow.module.css';

interface Props {
  jobId: string;
  shift: Shift;
  isToday: boolean;
  /** Undefined for a previous shift, which can have no leave. */
  askLeave?: (shift: Shift) => void;
  /** Undefined for a past shift or another guard's shift. */
  addToCalendar?: (shift: Shift) => void;
  /** Undefined unless the shift is ongoing or about to start. */
  work?: (() => void) | undefined;
  /** Undefined for a past shift, and for a site without post orders. */
  openOrders?: (() => void) | undefined;
  /** Undefined for a shift without a record. */
  openRecord?: (() => void) | undefined;
}

/** One shift of the guard on the timeline, with its buttons. */
export function ShiftRow({ jobId, shift, isToday, askLeave, addToCalendar, work, openOrders, openRecord }: Props) {
  const { shiftDate, startTime, endTime, timeZone: zone, customerRate, state, phase } = shift;
  const isOfLeave = state === 'leave-requested' || state === 'on-leave';
  return (
    <Card as="li" marked={isToday} className={cx(styles.row, isToday && styles.today)}>
      <div className={styles.head}>
        <h2 className={styles.date}>
          <JobDay start={startTime} date={shiftDate} zone={zone} />
        </h2>
        {state && !isOfLeave && <ShiftStatePart shift={{ state, phase, startTime, endTime }} />}
      </div>
      <KeyValue
        items={[
          { label: 'Start time', value: <UtcAndLocalTime instant={startTime} zone={zone} isPadded /> },
          {
            label: 'End time',
            value: <UtcAndLocalTime instant={endTime} zone={zone} isPadded plusDays={daysAfter(startTime, endTime, zone)} />,
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
      <LeaveStatus shift={shift} isAhead={askLeave !== undefined} />
      {askLeave && <CoverStatus shift={shift} />}
      <div className={styles.acts}>
        {work && <Button onClick={work}>On Job</Button>}
        {openOrders && (
          <Button variant="secondary" aria-label={`${orderMessages.open}, ${localDay(startTime, zone)}`} onClick={openOrders}>
            {orderMessages.open}
          </Button>
        )}
        {openRecord && (
          <Button variant="secondary" aria-label={`${onJobLabels.record}, ${localDay(startTime, zone)}`} onClick={openRecord}>
            {onJobLabels.record}
          </Button>
        )}
        {askLeave && <AskLeave shift={shift} ask={askLeave} />}
        {askLeave && <OfferShift jobId={jobId} shift={shift} />}
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
