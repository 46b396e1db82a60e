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
import { type Standing, useApply } from '../../applications/applications.queries';
import { CancelModal } from '../../applications/CancelModal';
import { CommitmentPart } from '../CommitmentPart';
import styles from './ApplyPanel.module.css';

const labels = {
  open: applicationMessages.applyNow,
  applied: applicationMessages.alreadyApplied,
  full: applicationMessages.full,
  waits: applicationMessages.waits,
};

const standings: Readonly<Record<Standing, string>> = {
  yours: 'This job is yours.',
  over: 'This job is over.',
  cancelled: 'This job was cancelled.',
};

/** After an award: the links to the shifts, and to the chat and the calendar until the job is over. */
function StandingPart({ job, standing }: { job: JobDetail; standing: Standing }) {
  const { jobId, userId, shiftId, isHeld } = job;
  return (
    <>
      <p className={styles.yours}>{standings[standing]}</p>
      {standing === 'yours' || isHeld ? (
        <ButtonLink wide href={jobsPaths.jobDetail({ jobId, userId, shiftId })}>
          Your shifts
        </ButtonLink>
      ) : (
        <ButtonLink wide href={jobsPaths.search()}>
          Search Jobs
        </ButtonLink>
      )}
      {standing === 'yours' && (
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

/** Apply, and cancel the application. */
export function ApplyPanel({ job, className }: { job: JobDetail; className?: string | undefined }) {
  const { apply, place, busy, refusal, received, dismiss, isCancellable, forget } = useApply(job);
  const [isCancelling, setCancelling] = useState(false);
  const cancelled = () => {
    setCancelling(false);
    forget();
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
      {place === 'yours' || place === 'over' || place === 'cancelled' ? (
        <StandingPart job={job} standing={place} />
      ) : (
        <Button wide onClick={apply} busy={busy} disabled={place !== 'open'}>
          {labels[place]}
        </Button>
      )}
      {isCancellable && (
        <Button variant="quiet" onClick={() => setCancelling(true)}>
          {applicationMessages.cancel}
        </Button>
      )}
      {isCancelling && <CancelModal job={job} onClose={() => setCancelling(false)} onCancelled={cancelled} />}
      <Status tone={refusal ? 'danger' : 'quiet'}>{refusal ?? (place === 'waits' ? applicationMessages.kept : null)}</Status>
      <AppliedModal received={received} onClose={dismiss}>
        <CommitmentPart commitment={job.commitment} />
      </AppliedModal>
    </section>
  );
}
