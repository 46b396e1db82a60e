import { jobSample } from '@portal/contracts/jobs/jobs.samples';
import { Card } from '@portal/ui/Card';
import { KeyValue, type KeyValueItem } from '@portal/ui/KeyValue';
import { Stat } from '@portal/ui/Stat';
import styles from './Samples.module.css';

/** Both job samples show the same two figures (JOBDETAIL2-05). */
export function SampleJob({ facts }: { facts: readonly KeyValueItem[] }) {
  return (
    <>
      <div className={styles.figures}>
        <Stat label="Hourly rate" value={jobSample.hourlyRate} />
        <Stat label="Total earning" value={jobSample.totalEarning} />
      </div>
      <p className={styles.description}>{jobSample.description}</p>
      <Card>
        <KeyValue items={facts} />
      </Card>
    </>
  );
}
