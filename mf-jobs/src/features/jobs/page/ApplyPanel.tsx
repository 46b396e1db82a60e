import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import { chatPaths } from '@portal/contracts/chat/chat.paths';
import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { Button } from '@portal/ui/Button';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { cx } from '@portal/ui/cx';
import { Icon } from '@portal/ui/Icon';
import { Money } from '@portal/ui/Money';
import { Status } from '@portal/ui/Status';
import { useState } from 'react';
import { AppliedModal } from '../../applications/AppliedModal';
import { type ClosedState, useApply } from '../../applications/applications.queries';
import { CancelModal } from '../../applications/CancelModal';
import { CommitmentPart } from '../CommitmentPart';
import styles from './ApplyPanel.module.css';

const labels = {
  open: applicationMessages.applyNow,
  applied: applicationMessages.alreadyApplied,
  full: applicationMessages.full,
  waits: applicationMessages.waits,
};

const closedTexts: Readonly<Record<ClosedState, string>> = {
  yours: 'This job is yours.',
  over: 'This job is over.',
  cancelled: 'This job was cancelled.',
};

/** After an award: links to the shifts, and to the chat and the calendar until the job is over. */
function ClosedJob({ job, state }: { job: JobDetail; state: ClosedState }) {
  const { jobId, userId, shiftId, isHeld } = job;
  return (
    <>
      <p className={styles.yours}>{closedTexts[state]}</p>
      {state === 'yours' || isHeld ? (
        <ButtonLink wide href={jobsPaths.jobDetail({ jobId, userId, shiftId })}>
          Your shifts
        </ButtonLink>
      ) : (
        <ButtonLink wide href={jobsPaths.search()}>
          Search Jobs
        </ButtonLink>
      )}
      {state === 'yours' && (
        <div className={styles.links}>
          <ButtonLink variant="secondary" icon={<Icon name="chat" size={20} />} href={chatPaths.rooms({ job: jobId })}>
            Chat
          </ButtonLink>
          <ButtonLink variant="secondary" icon={<Icon name="calendar" size={20} />} href={jobsPaths.allJobs({ calendar: 1 })}>
            Calendar
          </ButtonLink>
        </div>
      )}
    </>
  );
}

export function ApplyPanel({ job, className }: { job: JobDetail; className?: string | undefined }) {
  const { apply, applyState, busy, refusal, received, dismiss, isCancellable, clearApplied } = useApply(job);
  const [isCancelling, setCancelling] = useState(false);
  const cancelled = () => {
    setCancelling(false);
    clearApplied();
  };
  return (
    <section className={cx(styles.panel, className)} aria-label="Apply">
      <p className={styles.terms}>
        <span className={styles.rate}>
          <Money amount={job.hourlyRate} /> / hour
        </span>
        <span>
          {job.appliedCount} of {maxApplicants} guards applied
        </span>
      </p>
      <div className={styles.commitment}>
        <CommitmentPart commitment={job.commitment} />
      </div>
      {applyState === 'yours' || applyState === 'over' || applyState === 'cancelled' ? (
        <ClosedJob job={job} state={applyState} />
      ) : (
        <Button wide onClick={apply} busy={busy} disabled={applyState !== 'open'}>
          {labels[applyState]}
        </Button>
      )}
      {isCancellable && (
        <Button variant="quiet" onClick={() => setCancelling(true)}>
          {applicationMessages.cancel}
        </Button>
      )}
      {isCancelling && <CancelModal job={job} onClose={() => setCancelling(false)} onCancelled={cancelled} />}
      <Status tone={refusal ? 'danger' : 'quiet'}>{refusal ?? (applyState === 'waits' ? applicationMessages.kept : null)}</Status>
      <AppliedModal received={received} onClose={dismiss}>
        <CommitmentPart commitment={job.commitment} />
      </AppliedModal>
    </section>
  );
}
