import { withinText } from '@portal/contracts/_kernel/exactness';
import { localShortDay, localTime } from '@portal/contracts/_kernel/formats';
import type { Handover } from '@portal/contracts/handovers/handovers.endpoints';
import { handoverMessages } from '@portal/contracts/handovers/handovers.rules';
import { onJobLabels } from '@portal/contracts/shifts/shifts.copy';
import type { WorkedShift } from '@portal/contracts/shifts/shifts.shapes';
import { QueryView } from '@portal/mf-kit/QueryView';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { Status } from '@portal/ui/Status';
import { StepCard } from '@portal/ui/StepCard';
import { useObjectUrl } from '@portal/ui/useObjectUrl';
import { useMemo, useState } from 'react';
import styles from './Handover.module.css';
import { useHandovers, useReadHandovers } from './handovers.queries';

/** Converts a data URL to a file, because the content security policy refuses `data:` as a source of media. */
function fileOf(dataUrl: string): Blob {
  const [head = '', encoded = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: head.slice('data:'.length).split(';')[0] ?? '' });
}

function NoteAudio({ recording, guard }: { recording: string; guard: string }) {
  const url = useObjectUrl(useMemo(() => fileOf(recording), [recording]));
  if (!url) return null;
  // biome-ignore lint/a11y/useMediaCaption: a guard's spoken note has no captions
  return <audio controls preload="metadata" src={url} aria-label={`Recording of ${guard}`} className={styles.player} />;
}

function Notes({ notes, zone, label }: { notes: readonly Handover[]; zone: WorkedShift['timeZone']; label: string }) {
  return (
    <ul className={styles.notes} aria-label={label}>
      {notes.map(({ noteId, guard, at, withinMs, text, recording }) => (
        <li key={noteId} className={styles.note}>
          <p className={styles.by}>
            <strong>{guard}</strong>
            <span className={styles.time}>
              {[localTime(at, zone), localShortDay(at, zone), withinText(withinMs)].filter(Boolean).join(', ')}
            </span>
          </p>
          {text && <p className={styles.text}>{text}</p>}
          {recording && <NoteAudio recording={recording} guard={guard} />}
        </li>
      ))}
    </ul>
  );
}

interface UnreadProps {
  notes: readonly Handover[];
  zone: WorkedShift['timeZone'];
  reading: ReturnType<typeof useReadHandovers>;
}

/** Notes that the guard has not read, in a card with one press for all of them. */
function Unread({ notes, zone, reading: { read, busy, notSaved } }: UnreadProps) {
  return (
    <StepCard title={onJobLabels.handover} level={2}>
      <Notes notes={notes} zone={zone} label={onJobLabels.handover} />
      <Status tone="danger">{notSaved}</Status>
      <Button busy={busy} busyText="Sending" onClick={() => read(notes)}>
        {notes.length === 1 ? handoverMessages.readOne : handoverMessages.read}
      </Button>
    </StepCard>
  );
}

/** Notes that the guard has read, closed until the guard opens them. */
function Read({ notes, zone }: Omit<UnreadProps, 'reading'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.earlier}>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        data-focus-home=""
        icon={<Icon name="note" size={20} />}
        onClick={() => setOpen(!isOpen)}
      >
        {handoverMessages.earlier}
      </Button>
      {isOpen && <Notes notes={notes} zone={zone} label={handoverMessages.earlier} />}
    </div>
  );
}

/** The handover notes of other guards for a shift. Nothing if there are none. */
export function HandoverNotesPart({ shift }: { shift: WorkedShift }) {
  const query = useHandovers(shift.handover?.newest ? shift.shiftId : null);
  // Above the card, because the card disappears at the press, and a refusal shows it again with its reason.
  const reading = useReadHandovers(shift);
  if (!shift.handover?.newest) return null;
  return (
    <QueryView query={query} failed={handoverMessages.notLoaded} loading={{ shape: 'card', label: 'Loading the handover notes' }}>
      {(notes) => {
        const unread = notes.filter(({ readAt }) => !readAt);
        const read = notes.filter(({ readAt }) => readAt);
        return (
          <>
            {unread.length > 0 && <Unread notes={unread} zone={shift.timeZone} reading={reading} />}
            {read.length > 0 && <Read notes={read} zone={shift.timeZone} />}
          </>
        );
      }}
    </QueryView>
  );
}
