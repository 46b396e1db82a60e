import { money } from '@portal/contracts/_kernel/formats';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { dressCodes, jobStatusLabel, transports } from '@portal/contracts/jobs/jobs.rules';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { QueryView } from '@portal/mf-kit/QueryView';
import { useNavigate, useSearchParams } from '@portal/mf-kit/router';
import { ShiftUnknown } from '@portal/mf-kit/ShiftUnknown';
import { useSession } from '@portal/mf-kit/useSession';
import { useTitle } from '@portal/mf-kit/useTitle';
import { useClockQuery, waitForQueries } from '@portal/mf-kit/waitForQueries';
import { Banner } from '@portal/ui/Banner';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { Card } from '@portal/ui/Card';
import { EmptyState } from '@portal/ui/EmptyState';
import { Icon } from '@portal/ui/Icon';
import { KeyValue } from '@portal/ui/KeyValue';
import { PageHeader } from '@portal/ui/PageHeader';
import { Stat } from '@portal/ui/Stat';
import { isGivenAway } from '../../covers/covers.queries';
import { JobDay } from '../JobDay';
import { JobPlace } from '../JobPlace';
import { useJobRef } from '../jobRef';
import { readJobDetailEarly, useJobDetail } from '../jobs.queries';
import { hours, kilometres, totalHours } from '../jobText';
import { JobMap } from '../map/JobMap';
import styles from './JobDetailScreen.module.css';
import { Shifts } from './Shifts';
import { useFreshPosition } from './useFreshPosition';

/** At the end of the page, so its code is not needed for the first screen. */
const PostingPart = lazyPart(
  () => import(/* webpackChunkName: "posting" */ '../../postings/PostingPart').then((file) => file.PostingPart),
  {
    failed: 'The facts of the posting could not be loaded',
  },
);

/** Hours of the guard's shifts without those on leave or given to another guard. */
const ownHours = ({ upcomingShifts, previoushifts, shiftHrs }: JobDetail) => {
  const own = [...upcomingShifts, ...previoushifts].filter((shift) => !isGivenAway(shift));
  return own.length === 0 ? hours(shiftHrs) : totalHours(own.filter(({ state }) => state !== 'on-leave'));
};

const factsOf = (job: JobDetail) => [
  { label: 'Start date', value: <JobDay start={job.startTime} date={job.jobDate} zone={job.timeZone} /> },
  { label: 'Hourly rate', value: `${money(job.hourlyRate)} per hour` },
  { label: 'Total hours', value: ownHours(job) },
  { label: 'Speciality', value: job.speciality?.name ?? 'Any' },
  { label: 'Dress code', value: dressCodes[job.dressCode] },
  { label: 'Transport', value: transports[job.transportation] },
  { label: 'Distance from base', value: kilometres(job.distanceFromBase, 'Kms') ?? 'Not known' },
  { label: 'Status', value: jobStatusLabel(job.jobStatus) },
];

/** The shifts are first, because guards open this page for them. */
function Detail({ job }: { job: JobDetail }) {
  return (
    <div className={styles.columns}>
      <Shifts job={job} />
      <section className={styles.about} aria-label="About the job">
        <div className={styles.earnings}>
          <Stat label="Earning" value={money(job.earning)} hint="Credited so far" />
          <Stat label="Upcoming earning" value={money(job.upcomingEarning)} hint="For shifts not ended yet" />
          <Stat label="Total earning" value={money(job.totalEarning)} hint="Credited and upcoming" />
        </div>
        {job.description && <p className={styles.description}>{job.description}</p>}
        <Card>
          <KeyValue items={factsOf(job)} />
        </Card>
        <PostingPart job={job} detail={job} />
        <JobMap job={job} />
      </section>
    </div>
  );
}

export function JobDetailScreen() {
  const navigate = useNavigate();
  const session = useSession();
  const [params] = useSearchParams();
  const { ref, jobState } = useJobRef();
  const query = waitForQueries(useJobDetail(ref, useFreshPosition()), useClockQuery());
  const job = query.hasData && !query.isPrevious ? query.data : (jobState?.job ?? null);
  useTitle(job?.jobTitle ?? null);
  const linkedGuard = params.get('guardId');
  const isForAnother = session !== null && linkedGuard !== null && linkedGuard !== session.guardId;

  const hasShifts = query.hasData && !query.isPrevious && query.data.upcomingShifts.length + query.data.previoushifts.length > 0;
  const chat = hasShifts && ref && (
    <ButtonLink variant="secondary" icon={<Icon name="chat" size={20} />} href={chatPaths.rooms({ job: ref.jobId })}>
      Chat
    </ButtonLink>
  );
  const label = jobState?.from.startsWith(jobsPaths.history()) ? 'Job History' : 'All Jobs';
  const back = { label, href: jobState?.from ?? jobsPaths.allJobs(), onClick: jobState ? () => navigate(-1) : undefined };
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <PageHeader title={job?.jobTitle ?? 'Job Detail'} back={back} className={styles.header} />
        <div className={styles.place}>
          {job && <JobPlace job={job} />}
          {chat}
        </div>
      </div>
      {isForAnother && <Banner kind="info">This link names another guard. You see your own shifts and earnings.</Banner>}
      {ref && <ShiftUnknown query={query} />}
      {ref ? (
        <QueryView
          query={query}
          notFoundIsAnswer
          notFoundAction={<ButtonLink href={jobsPaths.allJobs()}>All Jobs</ButtonLink>}
          failed="The job could not be loaded"
          loading={{ shape: 'card', label: 'Loading the job' }}
        >
          {(detail) => <Detail job={detail} />}
        </QueryView>
      ) : (
        <EmptyState
          title="No job is chosen"
          why="Open one of your jobs from All Jobs."
          action={<ButtonLink href={jobsPaths.allJobs()}>All Jobs</ButtonLink>}
        />
      )}
    </div>
  );
}
JobDetailScreen.startReads = readJobDetailEarly;
