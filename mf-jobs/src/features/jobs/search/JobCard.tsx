import { copy } from '@portal/contracts/_kernel/copy';
import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { dressCodes } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { Link } from '@portal/mf-kit/router';
import { Card, cardLink } from '@portal/ui/Card';
import { Icon } from '@portal/ui/Icon';
import { Money } from '@portal/ui/Money';
import { StatusChip } from '@portal/ui/StatusChip';
import { memo } from 'react';
import { type Carried, refOf } from '../jobRef';
import { kilometres } from '../jobWords';
import { ShiftTime } from '../ShiftTime';
import { CardWorth } from '../worth/CardWorth';
import styles from './JobCard.module.css';

/** One job of the search: what decides, in the order in which a guard decides. The whole card opens the job. */
export const JobCard = memo(function JobCard({ job, from, isNew = false }: { job: Job; from: string; isNew?: boolean }) {
  const distance = kilometres(job.distanceFromBase);
  const carried: Carried = { job, from };
  return (
    <Card as="article" interactive marked={isNew} className={styles.card}>
      <h2 className={styles.title}>{job.jobTitle}</h2>
      <div className={styles.body}>
        <div className={styles.where}>
          <p className={styles.place}>
            <Icon name="map-pin" size={18} />
            <span>{job.locationId.locationName}</span>
          </p>
          <ShiftTime start={job.startTime} end={job.endTime} zone={job.timeZone} />
        </div>
        <p className={styles.rate}>
          <Money amount={job.hourlyRate} />
          <span className={styles.unit}> / hour</span>
        </p>
      </div>
      <ul className={styles.facts}>
        {job.speciality && <li>{job.speciality.name}</li>}
        <li>{dressCodes[job.dressCode]}</li>
        {distance && <li>{distance} from base</li>}
      </ul>
      <CardWorth job={job} />
      <footer className={styles.foot}>
        {isNew && <StatusChip tone="accent">New</StatusChip>}
        {job.isAppliedStatus && <StatusChip tone="success">{applicationMessages.alreadyApplied}</StatusChip>}
        <span>
          {job.appliedCount} of {maxApplicants} applied
        </span>
        <Link
          className={`${cardLink} ${styles.more}`}
          to={jobsPaths.jobPage({ ...refOf(job) })}
          state={carried}
          aria-label={`${copy.viewMore}: ${job.jobTitle}`}
        >
          {copy.viewMore}
        </Link>
      </footer>
    </Card>
  );
});
