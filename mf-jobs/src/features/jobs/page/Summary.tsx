import { commitmentText } from '@portal/contracts/_kernel/commitment';
import { money } from '@portal/contracts/_kernel/formats';
import type { Job, JobDetail } from '@portal/contracts/jobs/jobs.shapes';
import { Card } from '@portal/ui/Card';
import { JobPlace } from '../JobPlace';
import { committedShifts, equalHours, hours } from '../jobText';
import { ShiftTime } from '../ShiftTimePart';
import { AllShifts } from './AllShifts';
import styles from './Summary.module.css';

function LongJob({ job, detail }: { job: Job; detail: JobDetail | null }) {
  const { commitment } = job;
  if (!commitment || commitment.dates.length < 2) return null;
  const { shifts, dates } = commitmentText(commitment);
  const each = equalHours(committedShifts(job, detail));
  return (
    <>
      <p className={styles.dates}>{`${each ? `${shifts}, ${hours(each)} each` : shifts}: ${dates}`}</p>
      <AllShifts job={job} shifts={detail?.shifts ?? null} showsHours={each === null} />
    </>
  );
}

/**
 * The facts for the guard's decision, on a phone's first screen: time, total pay, place, every shift. `detail` is null until it is read.
 */
export function Summary({ job, detail }: { job: Job; detail: JobDetail | null }) {
  const { commitment } = job;
  return (
    <Card as="section" aria-label="Summary" className={styles.card}>
      <ShiftTime start={job.startTime} end={job.endTime} zone={job.timeZone} isShort />
      <p className={styles.pay}>
        <strong className={styles.total}>{commitment ? money(commitment.pay) : `${money(job.hourlyRate)} / hour`}</strong>{' '}
        <span>{commitment ? `for ${commitmentText(commitment).hours}` : hours(job.shiftHrs)}</span>
      </p>
      <JobPlace job={job} />
      <LongJob job={job} detail={detail} />
    </Card>
  );
}
