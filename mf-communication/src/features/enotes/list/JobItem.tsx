import { localDay } from '@portal/contracts/_kernel/formats';
import type { ENoteJob } from '@portal/contracts/enotes/enotes.endpoints';
import { Link } from '@portal/mf-kit/router';
import { Card, cardLink } from '@portal/ui/Card';
import { Icon } from '@portal/ui/Icon';
import { StatusChip } from '@portal/ui/StatusChip';
import styles from './ENotesScreen.module.css';

const notesOf = (count: number) => (count === 0 ? 'No notes' : count === 1 ? '1 note' : `${count} notes`);

export function JobItem({ job, to, isChosen }: { job: ENoteJob; to: string; isChosen: boolean }) {
  return (
    <Card as="li" interactive marked={job.isWorked} className={styles.job} data-chosen={isChosen || undefined}>
      <Link to={to} className={cardLink} aria-current={isChosen ? 'true' : undefined}>
        {job.jobTitle}
      </Link>
      <p className={styles.where}>
        <Icon name="map-pin" size={18} />
        {job.location.locationName}
      </p>
      <p className={styles.quiet}>
        <span>{`${localDay(job.startTime, job.timeZone)}, ${notesOf(job.notes)} `}</span>
        {job.isWorked && <StatusChip tone="accent">On shift</StatusChip>}
      </p>
    </Card>
  );
}
