import { money } from '@portal/contracts/_kernel/formats';
import { fitOfProfile, fitWord } from '@portal/contracts/jobs/jobs.fit';
import { estimatePay, payMessages } from '@portal/contracts/jobs/jobs.pay';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { useSession } from '@portal/mf-kit/useSession';
import { Icon } from '@portal/ui/Icon';
import styles from './CardWorth.module.css';

/** On a card: what is left for an hour with the way counted, and what of the guard's profile does not fit. Needs no call. */
export function CardWorth({ job }: { job: Job }) {
  const guard = useSession()?.guard;
  if (!guard) return null;
  const { perHour, travelMinutes } = estimatePay({ ...job, distanceFromBase: job.distanceFromBase ?? null, isGoWith: guard.isGoWith });
  const doubts = fitOfProfile({ ...job, lastEnd: job.endTime }, guard).filter(({ verdict }) => verdict === 'care');
  if (perHour === null && doubts.length === 0) return null;
  return (
    <div className={styles.worth}>
      {perHour !== null && travelMinutes !== null && <p>{payMessages.card(money(perHour), travelMinutes)}</p>}
      {doubts.length > 0 && (
        <p className={styles.doubt}>
          <Icon name="alert" size={18} />
          Check: {doubts.map(({ kind }) => fitWord[kind]).join(', ')}
        </p>
      )}
    </div>
  );
}
