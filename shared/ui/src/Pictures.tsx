import { useState } from 'react';
import styles from './Pictures.module.css';
import { type Picture, PictureViewer } from './PictureViewer';

interface PicturesProps {
  /** The name of the list for screen readers: `Your pictures`. */
  label: string;
  pictures: readonly Picture[];
  /** Displays the names below the pictures. */
  captioned?: boolean | undefined;
}

/** Thumbnails that open a full-screen viewer. Renders nothing without pictures. */
export function Pictures({ label, pictures, captioned }: PicturesProps) {
  const [open, setOpen] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {pictures.map(({ key, name, show }, at) => (
          <li key={key}>
            <button type="button" className={styles.thumb} aria-label={`View ${name}`} aria-haspopup="dialog" onClick={() => setOpen(at)}>
              {show('small')}
            </button>
            {captioned && <p className={styles.caption}>{name}</p>}
          </li>
        ))}
      </ul>
      {open !== null && <PictureViewer pictures={pictures} at={open} onMove={setOpen} onClose={() => setOpen(null)} />}
    </>
  );
}
