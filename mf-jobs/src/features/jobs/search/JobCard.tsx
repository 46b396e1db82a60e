import { commitmentText, shiftsText } from '@portal/contracts/_kernel/commitment';
import { copy } from '@portal/contracts/_kernel/copy';
import { money } from '@portal/contracts/_kernel/formats';
import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { dressCodes } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { Link } from '@portal/mf-kit/router';
import { cardLink } from '@portal/ui/Card';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { StatusChip } from '@portal/ui/StatusChip';
import { memo } from 'react';
import { isUnderWay } from '../../applications/applications.queries';
import { CardEstimate } from '../estimate/CardEstimate';
import { type JobHistoryState, toRememberedJob } from '../jobRef';
import { hours, kilometres } from '../jobText';
import { ShiftTime } from '../ShiftTimePart';
import styles from './JobCard.module.css';

/** Splits `Residence, 206 King Street East, Hamilton` before the city. A narrow row shortens the street and keeps the city. */
function splitPlace(place: string): [street: string, city: string] {
  const end = place.lastIndexOf(',') + 1;
  return end === 0 ? [place, ''] : [place.slice(0, end), place.slice(end)];
}

function Place({ name }: { name: string }) {
  const [street, city] = splitPlace(name);
  return (
    <span className={styles.place} title={name}>
      <Icon name="map-pin" size={16} />
      <span className={styles.street}>{street}</span>
      {city && <span className={styles.city}>{city}</span>}
    </span>
  );
}

/** One job of the search: the facts in the order in which a guard decides. The whole row opens the job. */
export const JobCard = memo(function JobCard({ job, from, isNew = false }: { job: Job; from: string; isNew?: boolean }) {
  const distance = kilometres(job.distanceFromBase);
  const jobState: JobHistoryState = { job, from };
  const words = job.commitment ? commitmentText(job.commitment) : null;
  const shifts = shiftsText(job.commitment);
  const isFull = job.appliedCount >= maxApplicants && !job.isAppliedStatus;
  return (
    <article className={cx(styles.row, isNew && styles.new)}>
      <h2 className={styles.title}>{job.jobTitle}</h2>
      <ShiftTime start={job.startTime} end={job.endTime} zone={job.timeZone} isShort />
      {shifts && <p className={styles.dates}>{shifts}</p>}
      <p className={styles.pay}>
        <strong className={styles.rate}>{`${money(job.hourlyRate)} / hour`}</strong>
        <span>{words ? words.total : hours(job.shiftHrs)}</span>
      </p>
      <div className={styles.foot}>
        <Place name={job.locationId.locationName} />
        {distance && <span className={styles.distance}>{distance}</span>}
        <Link
          className={`${cardLink} ${styles.more}`}
          to={jobsPaths.jobPage({ ...toRememberedJob(job) })}
          state={jobState}
          aria-label={`${copy.viewMore}: ${job.jobTitle}`}
        >
          {copy.viewMore}
        </Link>
      </div>
      <div className={styles.flags}>
        {isNew && <StatusChip tone="accent">New</StatusChip>}
        {job.isAppliedStatus && <StatusChip tone="success">{isUnderWay(job) ? 'Yours' : applicationMessages.alreadyApplied}</StatusChip>}
        {isFull && <StatusChip>{applicationMessages.full}</StatusChip>}
        <CardEstimate job={job} />
        <span className={styles.extra}>
          {[job.speciality?.name, dressCodes[job.dressCode], `${job.appliedCount} of ${maxApplicants} applied`].filter(Boolean).join(' · ')}
        </span>
      </div>
    </article>
  );
});
