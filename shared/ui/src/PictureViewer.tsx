import { Fragment, type ReactNode, useEffect } from 'react';
import { Dialog } from './Dialog';
import { IconButton } from './IconButton';
import styles from './PictureViewer.module.css';
import { VisuallyHidden } from './VisuallyHidden';

export interface Picture {
  key: string;
  name: string;
  /** Renders the picture: small in a list, large in the viewer, where its alternative text is its name. */
  show: (how: 'small' | 'whole') => ReactNode;
}

interface PictureViewerProps {
  pictures: readonly Picture[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** Shows one picture over the whole screen. Arrows, Home and End change the picture, Escape and back close it, two fingers enlarge it. */
export function PictureViewer({ pictures, at, onMove, onClose }: PictureViewerProps) {
  const last = pictures.length - 1;
  const move = (to: number) => to >= 0 && to <= last && to !== at && onMove(to);
  useEffect(() => {
    const moves: Partial<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const press = (event: KeyboardEvent) => {
      const to = moves[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      move(to);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const picture = pictures[at];
  if (!picture) return null;
  return (
    <Dialog open onClose={onClose} title={picture.name} className={styles.viewer}>
      <div className={styles.stage}>
        <div className={styles.picture}>
          <Fragment key={picture.key}>{picture.show('whole')}</Fragment>
        </div>
        {last > 0 && (
          <div className={styles.moves}>
            <IconButton icon="chevron-left" label="Previous picture" aria-disabled={at === 0} onClick={() => move(at - 1)} />
            <p role="status" className={styles.count}>
              {at + 1} of {pictures.length}
              <VisuallyHidden>: {picture.name}</VisuallyHidden>
            </p>
            <IconButton icon="chevron-right" label="Next picture" aria-disabled={at === last} data-autofocus onClick={() => move(at + 1)} />
          </div>
        )}
      </div>
    </Dialog>
  );
}
