import { money } from '@portal/contracts/_kernel/formats';
import { maxApplicants } from '@portal/contracts/applications/applications.rules';
import type { Job, JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { postingsPaths } from '@portal/contracts/postings/postings.paths';
import { aiFacts, fullVacancy, postingMessages, vacancyFacts } from '@portal/contracts/postings/postings.rules';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { Button } from '@portal/ui/Button';
import { Card } from '@portal/ui/Card';
import { KeyValue } from '@portal/ui/KeyValue';
import { Status } from '@portal/ui/Status';
import { useEffect, useState } from 'react';
import styles from './PostingPart.module.css';
import { reportText, useLastReport, useReportState } from './postings.queries';

const load = () => import(/* webpackChunkName: "report-job" */ './ReportJobModal').then((file) => file.ReportJobModal);
const ReportJobModal = lazyPart(load, { failed: 'The form could not be loaded' });

type Posting = NonNullable<JobDetail['posting']>;
const APPROVED = 1;
/** A full job has no vacancy now, although its posting states one. */
const vacancyOf = ({ appliedCount }: Job, { hasVacancy }: Posting) =>
  hasVacancy && appliedCount >= maxApplicants ? fullVacancy(maxApplicants) : vacancyFacts[`${hasVacancy}`];

const factsOf = (job: Job, posting: JobDetail['posting']) => [
  {
    label: postingMessages.pay,
    value: `${money(job.hourlyRate)} per hour${job.commitment ? `, ${money(job.commitment.pay)} in total` : ''}`,
  },
  ...(posting && job.jobStatus === APPROVED ? [{ label: postingMessages.vacancy, value: vacancyOf(job, posting) }] : []),
  ...(posting ? [{ label: postingMessages.ai, value: aiFacts[`${posting.usesAi}`] }] : []),
];

/** The outcome of the guard's report of a job that no guard sees any more. */
export function LastReportPart({ jobId }: { jobId: string }) {
  const report = useLastReport(jobId);
  return <Status>{report && reportText(report)}</Status>;
}

/** The statements of a posting about pay, vacancy and artificial intelligence, and the button to report it. `detail` is null until it is read. */
export function PostingPart({ job, detail }: { job: Job; detail: JobDetail | null }) {
  const [isReporting, setReporting] = useState(false);
  // Loaded after the page, so that a guard can report without a connection. A failure shows when the form opens.
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  const { isReportable, isRefused, words } = useReportState(job.jobId, detail?.report ?? null);
  return (
    <Card as="section" aria-label={postingMessages.about} className={styles.card}>
      <h2 className={styles.title}>{postingMessages.about}</h2>
      <KeyValue items={factsOf(job, detail?.posting)} />
      <Status tone={isRefused ? 'danger' : 'quiet'}>{words}</Status>
      <p className={styles.acts}>
        {isReportable && (
          <Button variant="quiet" onClick={() => setReporting(true)}>
            {postingMessages.report}
          </Button>
        )}
        <a href={postingsPaths.policy()}>{postingMessages.policy}</a>
      </p>
      {isReporting && <ReportJobModal job={job} onClose={() => setReporting(false)} />}
    </Card>
  );
}
