import { withinText } from '@portal/contracts/_kernel/exactness';
import { localTime, type Zone } from '@portal/contracts/_kernel/formats';
import type { ENote } from '@portal/contracts/enotes/enotes.endpoints';
import { enoteMessages } from '@portal/contracts/enotes/enotes.rules';
import { SessionAudio } from '@portal/mf-kit/SessionAudio';
import { SessionImage } from '@portal/mf-kit/SessionImage';
import { Card } from '@portal/ui/Card';
import { UtcAndLocal } from '@portal/ui/UtcAndLocal';
import { useState } from 'react';
import styles from './ENotesScreen.module.css';
import type { ShownPlace } from './JobSummary';

/** If a note was written this long after its event, both times are shown. */
const LATE_MS = 5 * 60_000;

function Photo({ filename, title }: { filename: string; title: string }) {
  const [isLarge, setLarge] = useState(false);
  return (
    <button
      type="button"
      className={styles.photo}
      data-large={isLarge || undefined}
      aria-expanded={isLarge}
      aria-label={`Photo: ${title}`}
      onClick={() => setLarge(!isLarge)}
    >
      <SessionImage filename={filename} alt="" fallback={<span className={styles.quiet}>Photo</span>} />
    </button>
  );
}

/** Null for a note that was written directly after its event, with an exact time. */
function happenedText({ at, createdAt, withinMs }: ENote, zone: Zone): string | null {
  const exactness = withinText(withinMs);
  if (!exactness && Date.parse(createdAt) - Date.parse(at) <= LATE_MS) return null;
  return `It happened at ${localTime(at, zone)} at the site (${at.slice(11, 19)} UTC)${exactness ? `, ${exactness}` : ''}.`;
}

export function NoteItem({ note, zone, onPlace }: { note: ENote; zone: Zone; onPlace(place: ShownPlace): void }) {
  const { title, description, guardId, createdAt, file, seconds, photo, lat, long } = note;
  const happened = happenedText(note, zone);
  return (
    <Card as="li" className={styles.note}>
      <p className={styles.by}>
        <strong>
          {guardId.firstName} {guardId.lastName}
        </strong>
        <UtcAndLocal instant={createdAt} zone={zone} format="paddedDateTime" />
      </p>
      <h3 className={styles.noteTitle}>{title}</h3>
      <p className={styles.text}>{description}</p>
      {file && <SessionAudio filename={file} about={title} seconds={seconds} download={enoteMessages.download} />}
      {photo && <Photo filename={photo} title={title} />}
      {happened && <p className={styles.quiet}>{happened}</p>}
      {lat !== null && long !== null && (
        <button
          type="button"
          className={styles.plain}
          aria-label={`Show on the map: ${title}`}
          onClick={() => onPlace({ name: title, lat, long })}
        >
          Show on the map
        </button>
      )}
    </Card>
  );
}
