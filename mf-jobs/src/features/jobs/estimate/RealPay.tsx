import { money } from '@portal/contracts/_kernel/formats';
import { estimatePay, payMessages, timeSpan, travel } from '@portal/contracts/jobs/jobs.pay';
import type { Job } from '@portal/contracts/jobs/jobs.shapes';
import { onboardingPaths } from '@portal/contracts/onboarding/onboarding.paths';
import { Link } from '@portal/mf-kit/router';
import { useSession } from '@portal/mf-kit/useSession';
import { Card } from '@portal/ui/Card';
import styles from './Estimate.module.css';

/** Estimates the pay for each hour away from home: the next shift's pay over its hours and the travel. The formula is in a disclosure. */
export function RealPay({ job }: { job: Job }) {
  const session = useSession();
  const isGoWith = session?.guard.isGoWith ?? null;
  const { pay, minutes, roadKm, travelMinutes, perHour } = estimatePay({
    ...job,
    distanceFromBase: job.distanceFromBase ?? null,
    isGoWith,
  });
  const commute = isGoWith === null ? undefined : travel[isGoWith];
  return (
    <Card as="section" aria-label={payMessages.title} className={styles.card}>
      <h2 className={styles.title}>{payMessages.title}</h2>
      {perHour !== null && (
        <p className={styles.figure}>
          <strong>{money(perHour)}</strong> for an hour away from home
        </p>
      )}
      <dl className={styles.sum}>
        <div>
          <dt>
            {timeSpan(minutes)} × {money(job.hourlyRate)}
          </dt>
          <dd>{money(pay)} a shift</dd>
        </div>
        {commute && travelMinutes !== null && (
          <div>
            <dt>
              About {roadKm} km each way {commute.words}
            </dt>
            <dd>{timeSpan(2 * travelMinutes)} there and back</dd>
          </div>
        )}
      </dl>
      {commute && perHour !== null ? (
        <>
          <p className={styles.note}>{payMessages.estimate}</p>
          <details>
            <summary className={styles.how}>{payMessages.how}</summary>
            <p className={styles.formula}>{payMessages.formula(commute)}</p>
          </details>
        </>
      ) : (
        session && (
          <p className={styles.note}>
            <span>{job.distanceFromBase == null ? payMessages.noBase : payMessages.noCommute}</span>{' '}
            <Link to={onboardingPaths.workProfile({ id: session.guardId }, { isShow: 'with_login' })}>{payMessages.toProfile}</Link>
          </p>
        )
      )}
    </Card>
  );
}
