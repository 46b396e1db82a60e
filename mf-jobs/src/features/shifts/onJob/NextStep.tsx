import { exactTime } from '@portal/contracts/_kernel/exactness';
import { daysAfter, localDay, localTime, money, type Zone } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { leaveStatuses } from '@portal/contracts/leave/leave.rules';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import { paidFromOf } from '@portal/contracts/shifts/shifts.figures';
import { shiftMessages } from '@portal/contracts/shifts/shifts.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { PayBegins } from '@portal/mf-kit/PayBegins';
import { ArriveStep, EndBreakStep, mainAct, StartStep } from '@portal/mf-kit/ShiftStep';
import { useNow } from '@portal/mf-kit/useNow';
import { type ArrivalAct, useArrival } from '@portal/mf-kit/useShiftAct';
import { Banner } from '@portal/ui/Banner';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Status } from '@portal/ui/Status';
import { StepCard } from '@portal/ui/StepCard';
import type { ReactNode } from 'react';
import { hasUnreadOrders } from '../../orders/orders.queries';
import { distance } from '../position';
import styles from './NextStep.module.css';

const MINUTE = 60_000;

const Step = ({ title, children }: { title: string; children?: ReactNode }) => (
  <StepCard title={title} level={2} label="What comes next">
    {children}
  </StepCard>
);

/** `9:30 a.m.`, with its day if that is not today. */
const timeOrDayText = (instant: string, now: number, zone: Zone) =>
  daysAfter(new Date(now).toISOString(), instant, zone) === 0
    ? localTime(instant, zone)
    : `${localTime(instant, zone)}, ${localDay(instant, zone)}`;

function Arrive({ shift, arrival }: { shift: WorkedShift; arrival: ArrivalAct }) {
  const now = useNow(1000);
  if (now === null) return null;
  if (now < Date.parse(shift.arriveFrom))
    return (
      <Step title="Your next shift">
        <p>From {timeOrDayText(shift.arriveFrom, now, shift.timeZone)} you can record your arrival.</p>
      </Step>
    );
  return (
    <Step title="Are you at the site?">
      <ArriveStep arrival={arrival} />
    </Step>
  );
}

/**
 * The time of the arrival and its distance from the site. The server computes the distance, so it is missing while the arrival is queued.
 */
export function Arrival({ arrival, zone }: { arrival: NonNullable<WorkedShift['arrival']>; zone: Zone }) {
  const { at, withinMs, accuracy, isFar, distance: distanceMetres } = arrival;
  const distanceText = distanceMetres === null ? '' : `, ${distance(distanceMetres)} from the site`;
  return (
    <>
      <p>{`Arrived ${exactTime(at, zone, withinMs)}${distanceText}${accuracy === null ? '' : ` (position accurate to ${distance(accuracy)})`}`}</p>
      {isFar && distanceMetres !== null && <Banner kind="warning">{shiftMessages.arrivedFar((distanceMetres / 1000).toFixed(1))}</Banner>}
    </>
  );
}

function Start({ shift }: { shift: WorkedShift }) {
  const isUnread = hasUnreadOrders(shift) === true;
  const now = useNow(1000);
  if (now === null) return null;
  return (
    <Step title="You have arrived">
      {shift.arrival && <Arrival arrival={shift.arrival} zone={shift.timeZone} />}
      {now < Date.parse(shift.startFrom) ? (
        <>
          <PayBegins shift={shift} />
          <p>From {timeOrDayText(shift.startFrom, now, shift.timeZone)} you can start your shift.</p>
        </>
      ) : (
        <StartStep shift={shift} isUnread={isUnread} />
      )}
    </Step>
  );
}

/** A duration: `0 min`, `1 h 5 min`. */
export function ElapsedTime({ since }: { since: string }) {
  const now = useNow(MINUTE) ?? 0;
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE));
  return <>{minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`}</>;
}

function OnBreak({ shift }: { shift: WorkedShift }) {
  const running = shift.breaks.find(({ endedAt }) => endedAt === null);
  return (
    <Step title={`On a break${running ? `: ${running.reason.name}` : ''}`}>
      {running && (
        <p>
          Since {exactTime(running.at, shift.timeZone, running.withinMs)}, <ElapsedTime since={running.at} />
        </p>
      )}
      <EndBreakStep shift={shift} />
    </Step>
  );
}

function Running({ shift, end }: { shift: WorkedShift; end(): void }) {
  const now = useNow(MINUTE);
  if (now === null) return null;
  if (now < Date.parse(shift.startTime))
    return (
      <Step title="You started early">
        <PayBegins shift={shift} />
      </Step>
    );
  if (now <= Date.parse(shift.endTime)) return null;
  return (
    <Step title="Your shift is still running">
      <p>{`The scheduled end, ${localTime(shift.endTime, shift.timeZone)}, has passed. End the job to get paid.`}</p>
      <Button wide className={mainAct} onClick={end}>
        {onJobLabels.endJob}
      </Button>
    </Step>
  );
}

interface Props {
  shift: WorkedShift;
  /** True if the server has the end; false while it is queued. */
  isEndSent: boolean;
  end(): void;
  openRecord(): void;
  /** Opens the next shift; null if there is none. */
  openNextShift: (() => void) | null;
}

function Ended({ shift, isEndSent: isSent, openRecord, openNextShift }: Omit<Props, 'end'>) {
  const at = shift.ended?.at ?? shift.endTime;
  return (
    <Step title={isSent ? 'Your shift has ended' : 'Your end of shift is waiting to be sent'}>
      <p>{`${isSent ? 'Ended' : 'You ended it'} at ${exactTime(at, shift.timeZone, shift.ended?.withinMs)}`}</p>
      <p className={styles.earned}>
        <span>{isSent ? 'Earning' : 'Expected earning'}</span> <strong>{money(shift.earning)}</strong>
      </p>
      {isSent && Date.parse(at) <= paidFromOf(shift) && <p>{shiftMessages.endedUnpaid}</p>}
      {isSent ? (
        <Button wide className={mainAct} onClick={openRecord}>
          {onJobLabels.record}
        </Button>
      ) : (
        <p>We credit your pay once this is sent. You can close the portal: it is saved on this phone.</p>
      )}
      {openNextShift && (
        <Button wide variant="secondary" onClick={openNextShift}>
          Go to your next shift
        </Button>
      )}
      <ButtonLink wide variant="quiet" href={jobsPaths.history()}>
        Job History
      </ButtonLink>
    </Step>
  );
}

const closedStates: Partial<Record<WorkedShift['state'], [title: string, words: string]>> = {
  'leave-requested': [leaveStatuses[0], shiftMessages.leaveRequested],
  'on-leave': [leaveStatuses[1], shiftMessages.onLeave],
  missed: ['Shift missed', shiftMessages.missed],
};

/** The guard's next action. The note about the position is next to the step, not in it, because the step is replaced when the guard arrives. */
export function NextStep(props: Props) {
  const arrival = useArrival(props.shift);
  return (
    <>
      <CurrentStep {...props} arrival={arrival} />
      <Status>{props.shift.state === 'awarded' || props.shift.state === 'arrived' ? arrival.note : ''}</Status>
    </>
  );
}

function CurrentStep({ shift, isEndSent, end, openRecord, openNextShift, arrival }: Props & { arrival: ArrivalAct }) {
  if (shift.state === 'running') return <Running shift={shift} end={end} />;
  if (shift.state === 'on-break') return <OnBreak shift={shift} />;
  if (shift.state === 'ended') return <Ended {...{ shift, isEndSent, openRecord, openNextShift }} />;
  if (shift.isCancelled) return <Banner kind="warning">{shiftMessages.cancelled}</Banner>;
  if (shift.state === 'awarded') return <Arrive shift={shift} arrival={arrival} />;
  if (shift.state === 'arrived') return <Start shift={shift} />;
  const [title, words] = closedStates[shift.state] ?? ['', ''];
  return (
    <Step title={title}>
      <p>{words}</p>
    </Step>
  );
}
