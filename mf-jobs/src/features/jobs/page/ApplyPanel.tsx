import { applicationMessages, maxApplicants } from '@portal/contracts/applications/applications.rules';
import type { JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { Button } from '@portal/ui/Button';
import { cx } from '@portal/ui/cx';
import { Money } from '@portal/ui/Money';
import { Status } from '@portal/ui/Status';
import { useState } from 'react';
import { AppliedModal } from '../../applications/AppliedModal';
import { useApply } from '../../applications/applications.queries';
import { CancelModal } from '../../applications/CancelModal';
import styles from './ApplyPanel.module.css';

const labels = {
  open: applicationMessages.applyNow,
  applied: applicationMessages.alreadyApplied,
  full: applicationMessages.full,
  waits: applicationMessages.waits,
};

/** The act of the job page, and the way back from it. */
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
      <Button wide onClick={apply} busy={busy} disabled={place !== 'open'}>
        {labels[place]}
      </Button>
      {isCancellable && (
        <Button variant="quiet" onClick={() => setCancelling(true)}>
          {applicationMessages.cancel}
        </Button>
      )}
      {isCancelling && <CancelModal job={job} onClose={() => setCancelling(false)} onCancelled={cancelled} />}
      <Status tone={refusal ? 'danger' : 'quiet'}>{refusal ?? (place === 'waits' ? applicationMessages.kept : null)}</Status>
      <AppliedModal received={received} onClose={dismiss} />
    </section>
  );
}
