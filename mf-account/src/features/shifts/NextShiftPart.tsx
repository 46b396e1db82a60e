import { daysAfter, localDay, localTime } from '@portal/contracts/_kernel/formats';
import { directionsTo } from '@portal/contracts/_kernel/openInMaps';
import { isOnShift, isWorkable } from '@portal/contracts/_kernel/shift';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { isShiftAction } from '@portal/mf-kit/applyUnsentActions';
import { ArriveStep, EndBreakStep, mainAct, StartStep } from '@portal/mf-kit/ShiftStep';
import { UnsentActions } from '@portal/mf-kit/UnsentActions';
import { useNow } from '@portal/mf-kit/useNow';
import { useOutboxEntries } from '@portal/mf-kit/useOutboxEntries';
import { type ArrivalAct, useArrival } from '@portal/mf-kit/useShiftAct';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Icon } from '@portal/ui/Icon';
import { Status } from '@portal/ui/Status';
import { StepCard } from '@portal/ui/StepCard';
import styles from './NextShiftPart.module.css';
import { countdown, type DueStep, dueAct, dueStep } from './shiftWords';

const MINUTE = 60_000;

function Times({ shift: { startTime, endTime, timeZone } }: { shift: WorkedShift }) {
  const dayOffset = daysAfter(startTime, endTime, timeZone);
  return (
    <p className={styles.fact}>
      <Icon name="clock" size={18} />
      <span>
        <strong>{localDay(startTime, timeZone)}</strong>
        <span>{`, ${localTime(startTime, timeZone)} – ${localTime(endTime, timeZone)}`}</span>
        {dayOffset > 0 && <span>{` +${dayOffset} ${dayOffset === 1 ? 'day' : 'days'}`}</span>}
      </span>
    </p>
  );
}

function Step({ step, shift, arrival }: { step: DueStep; shift: WorkedShift; arrival: ArrivalAct }) {
  if (step === 'arrive') return <ArriveStep arrival={arrival} />;
  if (step === 'start') return <StartStep shift={shift} />;
  if (step === 'end-break') return <EndBreakStep shift={shift} />;
  return (
    <ButtonLink wide className={mainAct} href={jobsPaths.onJob()}>
      {onJobLabels.endJob}
    </ButtonLink>
  );
}

/** The current or next shift: countdown, place and the due action. One press does the action, unless it needs a form. */
export function NextShiftPart({ shift }: { shift: WorkedShift }) {
  const now = useNow(MINUTE);
  const arrival = useArrival(shift);
  const acts = useOutboxEntries(shift.shiftId).filter(isShiftAction);
  const { jobId, shiftId, jobTitle, location, state } = shift;
  const isWaiting = acts.some((act) => act.state === 'on device');
  // Queued actions change the shift when they are sent, so nothing is due until then.
  const dueTime = isWaiting ? null : now;
  const dueText = dueTime === null ? null : dueAct(shift, dueTime);
  const step = dueTime === null ? null : dueStep(shift, dueTime);
  const isOpen = isWaiting || (now !== null && isWorkable(shift, Date.parse(shift.arriveFrom), now));
  return (
    <StepCard
      title={isOnShift(state) || state === 'ended' ? 'Your shift' : 'Your next shift'}
      level={3}
      hasSmallTitle
      figure={dueTime !== null && state !== 'ended' && <p className={styles.countdown}>{countdown(shift, dueTime)}</p>}
    >
      <p className={styles.job}>{jobTitle}</p>
      <div className={styles.site}>
        <p className={styles.fact}>
          <Icon name="map-pin" size={18} />
          <span>{location.locationName}</span>
        </p>
        <ButtonLink small variant="secondary" href={directionsTo(location)} target="_blank" rel="noopener noreferrer">
          Directions
        </ButtonLink>
      </div>
      <Times shift={shift} />
      {dueText && <p className={styles.due}>{dueText}</p>}
      {step && <Step step={step} shift={shift} arrival={arrival} />}
      <Status>{state === 'awarded' || state === 'arrived' ? arrival.note : ''}</Status>
      <UnsentActions acts={acts} zone={shift.timeZone} label="What you did" />
      {isOpen ? (
        <ButtonLink wide variant={step ? 'secondary' : 'primary'} href={jobsPaths.onJob()}>
          Open On Job
        </ButtonLink>
      ) : (
        <ButtonLink wide href={jobsPaths.jobDetail({ jobId, shiftId })}>
          View the job
        </ButtonLink>
      )}
    </StepCard>
  );
}
