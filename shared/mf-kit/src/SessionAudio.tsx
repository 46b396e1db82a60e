import { callFile } from '@portal/api-client/call';
import { durationText } from '@portal/contracts/_kernel/formats';
import { toWire } from '@portal/contracts/_kernel/wire';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { onPlainClick } from '@portal/ui/plainClick';
import { Status } from '@portal/ui/Status';
import { useObjectUrl } from '@portal/ui/useObjectUrl';
import { useEffect, useRef, useState } from 'react';
import styles from './SessionAudio.module.css';

export interface SessionAudioProps {
  /** The stored name from the API. */
  filename: string;
  /** The accessible name of the recording. */
  about: string;
  seconds: number | null;
  /** The label of the download link; without it there is no link. */
  download?: string;
}

const extensionOf = (filename: string) => filename.split('.').at(-1) ?? '';
/** A file name that every operating system accepts. */
const nameOf = (about: string, filename: string) =>
  `${
    about
      .replaceAll(/[^\p{L}\p{N} -]+/gu, ' ')
      .trim()
      .slice(0, 60) || 'Recording'
  }.${extensionOf(filename)}`;

/** A stored recording, loaded with the guard's token on request. It plays in its place, or is saved with its real extension. */
export function SessionAudio({ filename, about, seconds, download }: SessionAudioProps) {
  const [file, setFile] = useState<Blob | null>(null);
  const [isPlayer, setPlayer] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const url = useObjectUrl(file);
  const player = useRef<HTMLAudioElement>(null);
  const wantsSave = useRef(false);

  const fetchFile = async () => {
    if (file) return;
    setProblem(null);
    setLoading(true);
    try {
      setFile(await callFile(previewMedia, { filename }));
    } catch {
      wantsSave.current = false;
      setPlayer(false);
      setProblem('The recording could not be loaded. Please try again.');
    } finally {
      setLoading(false);
    }
  };
  const save = () => {
    wantsSave.current = true;
    if (!url) return void fetchFile();
    wantsSave.current = false;
    Object.assign(document.createElement('a'), { href: url, download: nameOf(about, filename) }).click();
  };
  useEffect(() => {
    if (url && wantsSave.current) save();
  });
  // Only at its first appearance, because a player must not move the focus later.
  useEffect(() => {
    if (url && isPlayer) player.current?.focus();
  }, [url, isPlayer]);

  return (
    <div className={styles.audio}>
      {isPlayer && url && (
        // biome-ignore lint/a11y/useMediaCaption: a guard's spoken note has no captions
        <audio ref={player} controls autoPlay src={url} aria-label={`Recording: ${about}`} className={styles.player} />
      )}
      <div className={styles.ways}>
        {!(isPlayer && url) && (
          <Button
            small
            variant="secondary"
            icon={<Icon name="play" size={18} />}
            busy={isLoading && isPlayer}
            aria-label={`Play: ${about}`}
            onClick={() => {
              setPlayer(true);
              void fetchFile();
            }}
          >
            Play
          </Button>
        )}
        {seconds !== null && <span className={styles.length}>{durationText(seconds)}</span>}
        {download && (
          <a href={toWire(previewMedia, { filename }).url} download={nameOf(about, filename)} onClick={onPlainClick(save)}>
            {download}
          </a>
        )}
      </div>
      <Status tone="danger">{problem}</Status>
    </div>
  );
}
