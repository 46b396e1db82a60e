import { money } from '@portal/contracts/_kernel/formats';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { dressCodes, jobStatusLabel, transports } from '@portal/contracts/jobs/jobs.rules';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { useNavigate, useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { useTitle } from '@portal/mf-kit/useTitle';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card } from '@portal/ui/Card';
import { EmptyState } from '@portal/ui/EmptyState';
import { KeyValue } from '@portal/ui/KeyValue';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { Stat } from '@portal/ui/Stat';
import { JobDay } from '../JobDay';
import { JobFailure } from '../JobFailure';
import { JobPlace } from '../JobPlace';
import { useJobRef } from '../jobRef';
import { useJobDetail } from '../jobs.queries';
import { hours, kilometres } from '../jobWords';
import { JobMap } from '../map/JobMap';
import styles from './JobDetailScreen.module.css';
import { Shifts } from './Shifts';
import { useFreshPosition } from './useFreshPosition';

const factsOf = (job: Job) => [
  { label: 'Start date', value: <JobDay start={job.startTime} date={job.jobDate} /> },
  { label: 'Hourly rate', value: `${money(job.hourlyRate)} per hour` },
  { label: 'Total hours', value: hours(job.shiftHrs) },
  { label: 'Speciality', value: job.speciality?.name ?? 'Any' },
  { label: 'Dress code', value: dressCodes[job.dressCode] },
  { label: 'Transport', value: transports[job.transportation] },
  { label: 'Distance from base', value: kilometres(job.distanceFromBase, 'Kms') ?? 'Not known' },
  { label: 'Status', value: jobStatusLabel(job.jobStatus) },
];

export function JobDetailScreen() {
  const navigate = useNavigate();
  const session = useSession();
  const [query] = useSearchParams();
  const { ref, carried } = useJobRef();
  const { data, hasData, error, retry } = useJobDetail(ref, useFreshPosition());
  const detail = hasData && data.jobId === ref?.jobId ? data : null;
  const job = detail ?? carried?.job ?? null;
  useTitle(job?.jobTitle ?? null);
  const linkedGuard = query.get('guardId');
  const isForAnother = session !== null && linkedGuard !== null && linkedGuard !== session.guardId;

  const back = { label: 'All Jobs', href: carried?.from ?? jobsPaths.allJobs(), onClick: carried ? () => navigate(-1) : undefined };
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <PageHeader title={job?.jobTitle ?? 'Job Detail'} back={back} className={styles.header} />
        {job && <JobPlace job={job} />}
      </div>
      {isForAnother && <Banner kind="info">This link names another guard. You see your own shifts and earnings.</Banner>}
      {error && <JobFailure error={error} retry={retry} />}
      {!ref && (
        <EmptyState
          title="No job is chosen"
          why="Open one of your jobs."
          action={<ButtonLink href={jobsPaths.allJobs()}>All Jobs</ButtonLink>}
        />
      )}
      {!detail && ref && !error && <Skeleton shape="card" label="Loading the job" />}
      {detail && (
        <>
          <div className={styles.earnings}>
            <Stat label="Earning" value={money(detail.earning)} />
            <Stat label="Upcoming earning" value={money(detail.upcomingEarning)} />
            <Stat label="Total earning" value={money(detail.totalEarning)} />
          </div>
          <div className={styles.columns}>
            <Shifts job={detail} />
            <section className={styles.about} aria-label="About the job">
              {detail.description && <p className={styles.description}>{detail.description}</p>}
              <Card>
                <KeyValue items={factsOf(detail)} />
              </Card>
              <JobMap job={detail} />
            </section>
          </div>
        </>
      )}
    </div>
  );
}
