import type { ENoteJob } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useSearchParams } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { PageHeader } from '@portal/ui/PageHeader';
import { Skeleton } from '@portal/ui/Skeleton';
import { Status } from '@portal/ui/Status';
import { useENoteJobs, useLaterENoteJobs } from '../enotes.queries';
import { ENoteForm } from './ENoteForm';
import styles from './ENoteScreen.module.css';
import type { JobOption } from './JobField';

const optionOf = ({ jobId, jobTitle, location, timeZone }: ENoteJob): JobOption => ({
  value: jobId,
  label: `${jobTitle}, ${location.locationName}`,
  zone: timeZone,
});

/** The first that exists: the job in the address, the remembered job, the job being worked, the only job. */
function useWantedJob() {
  const { session } = usePortal();
  const [params] = useSearchParams();
  const query = useENoteJobs(1);
  const { total } = query.data;
  const docs = [...query.data.docs, ...useLaterENoteJobs(total).jobs];
  const isAll = query.hasData && total <= docs.length;
  const isOwn = (jobId: string | undefined): jobId is string => Boolean(jobId) && (!isAll || docs.some((job) => job.jobId === jobId));
  const remembered = session.rememberedJob();
  const [first] = docs;
  const only = first && (first.isWorked || (isAll && total === 1)) ? first.jobId : undefined;
  const jobId = [params.get('jobId') ?? undefined, remembered?.jobId, only].find(isOwn) ?? '';
  const known = docs.find((job) => job.jobId === jobId) ?? (remembered?.jobId === jobId ? remembered : null);
  const options = docs.map(optionOf);
  if (jobId && !docs.some((job) => job.jobId === jobId)) options.unshift({ value: jobId, label: 'The job you opened last' });
  const jobIdInUrl = params.get('jobId');
  return { query, jobId, known, options, jobIdInUrl: isOwn(jobIdInUrl ?? undefined) ? jobIdInUrl : null };
}

export function ENoteScreen() {
  const session = useSession();
  const { query, jobId, known, options, jobIdInUrl } = useWantedJob();
  const { userId, shiftId } = known ?? {};
  const isAnswered = query.hasData || query.error !== null;
  const hasNone = query.hasData && query.data.total === 0;
  return (
    <div className={styles.screen}>
      <PageHeader
        title="E-Note"
        back={
          jobId
            ? { label: 'Job Detail', href: jobsPaths.jobDetail({ jobId, userId, shiftId }) }
            : { label: 'eNotes', href: enotesPaths.list() }
        }
        className={styles.header}
      />
      {query.error && !query.hasData && (
        <Status>Your jobs could not be loaded. Your note stays on this device until we can send it.</Status>
      )}
      {!isAnswered && <Skeleton shape="card" label="Loading your jobs" />}
      {hasNone && (
        <EmptyState
          icon="note"
          title="You have no jobs yet"
          why="Once a job is awarded to you, you can write e-notes for it."
          action={<ButtonLink href={jobsPaths.search()}>Search Jobs</ButtonLink>}
        />
      )}
      {isAnswered && !hasNone && session && <ENoteForm guardId={session.guardId} jobs={options} jobId={jobId} jobIdInUrl={jobIdInUrl} />}
    </div>
  );
}
