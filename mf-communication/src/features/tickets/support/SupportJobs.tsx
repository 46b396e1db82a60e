import { copy } from '@portal/contracts/_kernel/copy';
import type { AssignedJob } from '@portal/contracts/jobs/jobs.assigned';
import { ticketsPaths } from '@portal/contracts/tickets/tickets.paths';
import { jobStatusOfType } from '@portal/contracts/tickets/tickets.rules';
import { PagedList } from '@portal/mf-kit/PagedList';
import { Link } from '@portal/mf-kit/router';
import { Card, cardLink } from '@portal/ui/Card';
import { Icon } from '@portal/ui/Icon';
import { useAssignedJobs } from '../tickets.queries';
import styles from './SupportScreen.module.css';

export interface SupportJobsProps {
  type: number;
  label: string;
  page: number;
  linkTo(page: number): string;
}

function JobCard({ job, type }: { job: AssignedJob['jobId']; type: number }) {
  return (
    <Card as="li" interactive className={styles.job}>
      <Link className={`${cardLink} ${styles.name}`} to={ticketsPaths.report({ type, job: job.id })}>
        {job.jobTitle}
      </Link>
      <p className={styles.place}>
        <Icon name="map-pin" size={18} />
        <span>{job.locationId.locationName}</span>
      </p>
      <span className={styles.go} aria-hidden="true">
        <Icon name="chevron-right" size={20} />
      </span>
    </Card>
  );
}

/** The guard's jobs of a tab. A card links to a ticket with type and job chosen. */
export function SupportJobs({ type, label, page, linkTo }: SupportJobsProps) {
  const kind = label.toLowerCase().replace(' job', '');
  return (
    <PagedList
      query={useAssignedJobs(jobStatusOfType[type] ?? null, page)}
      page={page}
      linkTo={linkTo}
      counted={['job', 'jobs']}
      failed="Your jobs could not be loaded"
      loading={{ shape: 'card', count: 2, label: 'Loading your jobs' }}
      empty={{
        icon: 'briefcase',
        title: copy.noDataFoundElsewhere,
        why: `You have no ${kind} jobs. Check the other tabs.`,
      }}
    >
      {(jobs) => (
        <ul className={styles.jobs}>
          {jobs.map(({ jobId }) => (
            <JobCard key={jobId.id} job={jobId} type={type} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}
