import { copy } from '@portal/contracts/_kernel/copy';
import { localDay } from '@portal/contracts/_kernel/formats';
import type { Application } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages, type Outcome, outcomes } from '@portal/contracts/applications/applications.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsLabels } from '@portal/contracts/jobs/jobs.rules';
import { Link } from '@portal/mf-kit/router';
import { useNow } from '@portal/mf-kit/useNow';
import { useSession } from '@portal/mf-kit/useSession';
import { Button } from '@portal/ui/Button';
import { DataTable } from '@portal/ui/DataTable';
import { Money } from '@portal/ui/Money';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';
import { ShiftTime } from '../ShiftTime';
import styles from './MyApplications.module.css';

const tones: Readonly<Record<Outcome, Tone>> = {
  waiting: 'info',
  awarded: 'success',
  refused: 'danger',
  'taken-back': 'danger',
  withdrawn: 'neutral',
  'job-cancelled': 'danger',
  passed: 'neutral',
};

function Title({ application: { jobTitle, appliedAt } }: { application: Application }) {
  return (
    <>
      {jobTitle}
      <span className={styles.reason}>Applied {localDay(appliedAt)}</span>
    </>
  );
}

function OutcomeCell({ application: { outcome, reason } }: { application: Application }) {
  return (
    <>
      <StatusChip tone={tones[outcome]}>{outcomes[outcome]}</StatusChip>
      {reason && <span className={styles.reason}>{reason}</span>}
    </>
  );
}

/** Applications as rows, each with its outcome. An undecided application has a Withdraw button. */
export function ApplicationsTable({
  applications,
  withdraw,
}: {
  applications: readonly Application[];
  withdraw(application: Application): void;
}) {
  const now = useNow(60_000);
  const guardId = useSession()?.guardId;
  const linkTo = ({ outcome, jobId, userId, shiftId }: Application) =>
    outcome === 'awarded' ? jobsPaths.jobDetail({ guardId, jobId, userId, shiftId }) : jobsPaths.jobPage({ jobId, userId, shiftId });
  const acts = (application: Application) => (
    <span className={styles.acts}>
      <Link className={styles.open} to={linkTo(application)} aria-label={`${copy.viewMore}: ${application.jobTitle}`}>
        {copy.viewMore}
      </Link>
      {application.outcome === 'waiting' && now !== null && Date.parse(application.startTime) > now && (
        <Button
          small
          variant="secondary"
          aria-label={`${applicationMessages.withdraw}: ${application.jobTitle}`}
          onClick={() => withdraw(application)}
        >
          {applicationMessages.withdraw}
        </Button>
      )}
    </span>
  );
  return (
    <DataTable
      caption="Your applications"
      rows={applications}
      rowKey={({ applicationId }) => applicationId}
      columns={[
        { key: 'title', header: jobsLabels.jobTitle, isRowHeader: true, render: (application) => <Title application={application} /> },
        { key: 'place', header: jobsLabels.location, render: ({ locationName }) => locationName },
        {
          key: 'date',
          header: 'Date',
          render: ({ startTime, endTime, timeZone }) => <ShiftTime start={startTime} end={endTime} zone={timeZone} />,
        },
        { key: 'rate', header: jobsLabels.rate, align: 'end', render: ({ hourlyRate }) => <Money amount={hourlyRate} /> },
        { key: 'outcome', header: 'Outcome', render: (application) => <OutcomeCell application={application} /> },
        { key: 'act', header: 'Action', render: acts },
      ]}
    />
  );
}
