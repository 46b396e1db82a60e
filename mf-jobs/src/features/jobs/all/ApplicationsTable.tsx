import { commitmentText, shiftsText } from '@portal/contracts/_kernel/commitment';
import { copy } from '@portal/contracts/_kernel/copy';
import { localDay, siteDate } from '@portal/contracts/_kernel/formats';
import type { Application } from '@portal/contracts/applications/applications.endpoints';
import { applicationMessages, coveredOutcome, type Outcome, outcomes } from '@portal/contracts/applications/applications.rules';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobsLabels } from '@portal/contracts/jobs/jobs.rules';
import { Link } from '@portal/mf-kit/router';
import { useNow } from '@portal/mf-kit/useNow';
import { useSession } from '@portal/mf-kit/useSession';
import { Button } from '@portal/ui/Button';
import { DataTable } from '@portal/ui/DataTable';
import { Money } from '@portal/ui/Money';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';
import { ShiftTime } from '../ShiftTimePart';
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

function Title({ application: { jobTitle, appliedAt, isTakenOver } }: { application: Application }) {
  return (
    <>
      {jobTitle}
      <span className={styles.reason}>{`${isTakenOver ? 'Took over a shift' : 'Applied'} ${localDay(appliedAt)}`}</span>
    </>
  );
}

function DateCell({ application: { startTime, endTime, timeZone, commitment } }: { application: Application }) {
  const shifts = shiftsText(commitment, siteDate(startTime, timeZone));
  return (
    <>
      <ShiftTime start={startTime} end={endTime} zone={timeZone} />
      {shifts && <span className={styles.reason}>{shifts}</span>}
    </>
  );
}

function PayCell({ application: { hourlyRate, commitment } }: { application: Application }) {
  return (
    <>
      <Money amount={hourlyRate} />
      {commitment && <span className={styles.reason}>{commitmentText(commitment).total}</span>}
    </>
  );
}

function OutcomeCell({ application: { outcome, reason, isCovered } }: { application: Application }) {
  return (
    <>
      {isCovered ? <StatusChip>{coveredOutcome}</StatusChip> : <StatusChip tone={tones[outcome]}>{outcomes[outcome]}</StatusChip>}
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
        { key: 'date', header: 'Date', render: (application) => <DateCell application={application} /> },
        { key: 'rate', header: jobsLabels.rate, align: 'end', render: (application) => <PayCell application={application} /> },
        { key: 'outcome', header: 'Outcome', render: (application) => <OutcomeCell application={application} /> },
        { key: 'act', header: 'Action', render: acts },
      ]}
    />
  );
}
