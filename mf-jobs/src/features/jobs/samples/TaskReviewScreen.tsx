import { jobsPaths } from '@portal/contracts/jobs/jobs.paths';
import { jobSample, taskSample } from '@portal/contracts/jobs/jobs.samples';
import { SampleFrame } from '@portal/mf-kit/SampleFrame';
import { Card } from '@portal/ui/Card';
import { StatusChip, type Tone } from '@portal/ui/StatusChip';
import styles from './Samples.module.css';

const tones: Readonly<Record<string, Tone>> = { Approved: 'success', 'Sent back': 'danger' };

export function TaskReviewScreen() {
  return (
    <SampleFrame title={taskSample.title} banner={jobSample.banner} live={{ to: jobsPaths.onJob(), label: 'Open the live On Job screen' }}>
      <ul className={styles.tasks}>
        {taskSample.tasks.map(({ name, at, note, state }) => (
          <Card as="li" key={name}>
            <div className={styles.head}>
              <h2 className={styles.name}>{name}</h2>
              <StatusChip tone={tones[state] ?? 'warning'}>{state}</StatusChip>
            </div>
            <p className={styles.note}>
              Due {at}. {note}
            </p>
          </Card>
        ))}
      </ul>
    </SampleFrame>
  );
}
