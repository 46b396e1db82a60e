import { daysAfter, localDay, localTime } from '@portal/contracts/_kernel/formats';
import { directionsTo } from '@portal/contracts/_kernel/openInMaps';
import { isOnShift } from '@portal/contracts/_kernel/shift';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { useNow } from '@portal/mf-kit/useNow';
import { isUnsent, useWaiting } from '@portal/mf-kit/useWaiting';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Icon } from '@portal/ui/Icon';
import styles from './NextShiftPart.module.css';
import { countdown, dueAct, isWorked } from './shiftWords';

const MINUTE = 60_000;
const UNSENT = 'Some of your entries are still waiting to be sent.';

function Times({ shift: { startTime, endTime, timeZone } }: { shift: WorkedShift }) {
  const later = daysAfter(startTime, endTime, timeZone);
  return (
    <p className={styles.fact}>
      <Icon name="clock" size={18} />
      <span>
        <strong>{localDay(startTime, timeZone)}</strong>
        <span>{`, ${localTime(startTime, timeZone)} – ${localTime(endTime, timeZone)}`}</span>
        {later > 0 && <span>{` +${later} ${later === 1 ? 'day' : 'days'}`}</span>}
      </span>
    </p>
  );
}

/** The shift that runs or comes next: how long until then, where, and the one act that is due. */
export function NextShiftPart({ shift }: { shift: WorkedShift }) {
  const now = useNow(MINUTE);
  const hasUnsent = useWaiting(shift.shiftId).some(isUnsent);
  const { jobId, shiftId, jobTitle, location, state } = shift;
  const due = hasUnsent ? UNSENT : now === null ? null : dueAct(shift, now);
  const isOpen = hasUnsent || isOnShift(state) || (now !== null && isWorked(shift, now));
  return (
    <section className={styles.card} aria-labelledby="next-shift">
      <div className={styles.head}>
        <h3 id="next-shift" className={styles.title}>
          {isOnShift(state) ? 'Your shift' : 'Your next shift'}
        </h3>
        {now !== null && !hasUnsent && <p className={styles.countdown}>{countdown(shift, now)}</p>}
      </div>
      <p className={styles.job}>{jobTitle}</p>
      <p className={styles.fact}>
        <Icon name="map-pin" size={18} />
        <span>{location.locationName}</span>
      </p>
      <Times shift={shift} />
      {due && <p className={styles.due}>{due}</p>}
      <div className={styles.acts}>
        {isOpen ? (
          <ButtonLink href={jobsPaths.onJob()}>Open On Job</ButtonLink>
        ) : (
          <ButtonLink href={jobsPaths.jobDetail({ jobId, shiftId })}>View the job</ButtonLink>
        )}
        <ButtonLink
          variant="secondary"
          icon={<Icon name="map-pin" size={20} />}
          href={directionsTo(location)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Directions
        </ButtonLink>
      </div>
    </section>
  );
}
