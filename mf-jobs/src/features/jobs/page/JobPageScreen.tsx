import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { Job, JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { QueryFailure } from '@portal/mf-kit/QueryView';
import { useNavigate } from '@portal/mf-kit/router';
import { useTitle } from '@portal/mf-kit/useTitle';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card } from '@portal/ui/Card';
import { EmptyState } from '@portal/ui/EmptyState';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { useEffect } from 'react';
import { LastReportPart, PostingPart } from '../../postings/PostingPart';
import { FitCheck } from '../estimate/FitCheck';
import { RealPay } from '../estimate/RealPay';
import { JobFacts } from '../JobFacts';
import { useJobRef } from '../jobRef';
import { readJobDetailEarly, useJobDetail } from '../jobs.queries';
import { JobMap } from '../map/JobMap';
import { ApplyPanel } from './ApplyPanel';
import styles from './JobPageScreen.module.css';
import { Summary } from './Summary';

interface SectionsProps {
  job: Job;
  /** Null until it is read. */
  detail: JobDetail | null;
  hasFailed: boolean;
  /** No guard sees the job any more; it is shown as the list had it. */
  isGone: boolean;
}

function JobSections({ job, detail, hasFailed, isGone }: SectionsProps) {
  const fit = detail && !job.isAppliedStatus ? detail.fit : null;
  return (
    <>
      <div className={styles.main}>
        <Summary job={job} detail={detail} />
        <div className={styles.worth}>
          {fit && <FitCheck checks={fit} />}
          {!detail && !hasFailed && <Skeleton shape="card" label="Checking whether it fits" />}
          <RealPay job={job} />
        </div>
        {job.description && <p className={styles.description}>{job.description}</p>}
        <Card>
          <JobFacts job={job} detail={detail} />
        </Card>
        {!isGone && <PostingPart job={job} detail={detail} />}
      </div>
      <div className={styles.aside}>
        <JobMap job={job} />
      </div>
    </>
  );
}

export function JobPageScreen() {
  const portal = usePortal();
  const navigate = useNavigate();
  const { ref, jobState, from } = useJobRef();
  const { jobId, userId, shiftId } = ref ?? {};
  const query = useJobDetail(ref, portal.lastPosition());
  const { error } = query;
  const detail = query.hasData && !query.isPrevious ? query.data : null;
  const job = detail ?? jobState?.job ?? null;
  useTitle(job?.jobTitle ?? null);
  useEffect(() => {
    if (jobId && userId && shiftId) portal.session.rememberJob({ jobId, userId, shiftId });
  }, [portal, jobId, userId, shiftId]);

  // Going back in the browser history restores the scroll position and the filters of the list.
  const back = { label: 'Search Jobs', href: from ?? jobsPaths.search(), onClick: from ? () => navigate(-1) : undefined };
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <PageHeader title={job?.jobTitle ?? 'Job'} back={back} className={styles.header} />
        <QueryFailure
          query={query}
          notFoundIsAnswer
          notFoundAction={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
          failed="The job could not be loaded"
        />
      </div>
      {!ref && (
        <EmptyState
          title="No job is chosen"
          why="Open a job from your search."
          action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
        />
      )}
      {!job && ref && !error && <Skeleton shape="card" label="Loading the job" />}
      {ref && error?.code === 404 && <LastReportPart jobId={ref.jobId} />}
      {job && <JobSections job={job} detail={detail} hasFailed={error !== null} isGone={error?.code === 404} />}
      {detail && <ApplyPanel key={detail.jobId} job={detail} className={styles.apply} />}
    </div>
  );
}
JobPageScreen.startReads = readJobDetailEarly;
