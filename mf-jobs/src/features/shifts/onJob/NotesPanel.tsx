import type { Zone } from '@portal/contracts/_kernel/formats';
import type { ENote } from '@portal/contracts/enotes/enotes.endpoints';
import { enotesPaths } from '@portal/contracts/enotes/enotes.paths';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { QueryView } from '@portal/mf-kit/QueryView';
import { SessionAudio } from '@portal/mf-kit/SessionAudio';
import { ButtonLink } from '@portal/ui/ButtonLink';
import { EmptyState } from '@portal/ui/EmptyState';
import { UtcAndLocalTime } from '@portal/ui/UtcAndLocalTime';
import { useJobNotes } from '../shifts.queries';
import styles from './panels.module.css';

function Note({ note: { title, description, at, withinMs, guardId, file, seconds }, zone }: { note: ENote; zone: Zone }) {
  return (
    <li className={styles.item}>
      <strong>{title}</strong>
      <UtcAndLocalTime instant={at} zone={zone} withinMs={withinMs} />
      <p>{description}</p>
      {file && <SessionAudio filename={file} about={title} seconds={seconds} download={enoteMessages.download} />}
      <span className={styles.quiet}>
        {guardId.firstName} {guardId.lastName}
      </span>
    </li>
  );
}

/** The job's e-notes of every guard who works there (ONJOB-11, ONJOB-28). */
export function NotesPanel({ shift, isUnread }: { shift: WorkedShift | null; isUnread: boolean }) {
  const query = useJobNotes(shift?.jobId ?? null);
  if (!shift && isUnread) return <EmptyState icon="note" title="Notes are not loaded" why="They appear here when your shift loads." />;
  if (!shift) return <EmptyState icon="note" title="No e-notes yet" why="Notes written on this job appear here." />;
  const { jobId } = shift;
  return (
    <div className={styles.act}>
      <ButtonLink wide href={enotesPaths.write({ jobId })}>
        Write an e-note
      </ButtonLink>
      <QueryView
        query={query}
        failed="We could not load the notes for this job"
        loading={{ shape: 'rows', count: 3, label: 'Loading the notes' }}
      >
        {({ docs, total }) =>
          docs.length === 0 ? (
            <EmptyState icon="note" title="No e-notes yet" why="Notes written on this job appear here." />
          ) : (
            <>
              <ul className={styles.list} aria-label="E-notes of this job">
                {docs.map((note) => (
                  <Note key={note.id} note={note} zone={shift.timeZone} />
                ))}
              </ul>
              <a href={enotesPaths.list({ jobId })}>
                {total > docs.length ? `All ${total} notes for this job` : 'Notes for this job, with map'}
              </a>
            </>
          )
        }
      </QueryView>
    </div>
  );
}
