import { money } from '@portal/contracts/_kernel/formats';
import { fitOfProfile, fitWord } from '@portal/contracts/jobs/jobs.fit';
import { estimatePay, payMessages } from '@portal/contracts/jobs/jobs.pay';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { useSession } from '@portal/mf-kit/useSession';
import { Icon } from '@portal/ui/Icon';
import styles from './CardEstimate.module.css';

/** For a row of the search: pay for each hour away from home, and the requirements that the guard does not meet. Makes no call. */
export function CardEstimate({ job }: { job: Job }) {
  const guard = useSession()?.guard;
  if (!guard) return null;
  const { perHour, travelMinutes } = estimatePay({ ...job, distanceFromBase: job.distanceFromBase ?? null, isGoWith: guard.isGoWith });
  const doubts = fitOfProfile({ ...job, lastEnd: job.endTime }, guard).filter(({ verdict }) => verdict === 'care');
  if (perHour === null && doubts.length === 0) return null;
  return (
    <>
      {doubts.length > 0 && (
        <p className={styles.doubt}>
          <Icon name="alert" size={16} />
          <span>{`Check: ${doubts.map(({ kind }) => fitWord[kind]).join(', ')}`}</span>
        </p>
      )}
      {perHour !== null && travelMinutes !== null && <p className={styles.travel}>{payMessages.card(money(perHour), travelMinutes)}</p>}
    </>
  );
}
