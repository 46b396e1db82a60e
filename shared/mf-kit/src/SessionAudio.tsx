import { callFile } from '@portal/api-client/call';
import { length } from '@portal/contracts/_kernel/formats';
import { toWire } from '@portal/contracts/_kernel/wire';
import { previewMedia } from '@portal/contracts/media/media.endpoints';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { plainClick } from '@portal/ui/plainClick';
import { Status } from '@portal/ui/Status';
import { useObjectUrl } from '@portal/ui/useObjectUrl';
import { useEffect, useRef, useState } from 'react';
import styles from './SessionAudio.module.css';

export interface SessionAudioProps {
  /** The stored name, as the API gives it. */
  filename: string;
  /** What it is a recording of, for whoever does not see the note around it. */
  about: string;
  seconds: number | null;
  /** The words of the link that saves it; without them there is none. */
  download?: string;
}

const extensionOf = (filename: string) => filename.split('.').at(-1) ?? '';
/** A file's name that every system takes. */
const nameOf = (about: string, filename: string) =>
  `${
    about
      .replaceAll(/[^\p{L}\p{N} -]+/gu, ' ')
      .trim()
      .slice(0, 60) || 'Recording'
  }.${extensionOf(filename)}`;

/** A stored recording, fetched with the session when it is wanted: played in its place, or saved with its true extension. */
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
  // Once, when it appears: a player that goes on must not take the focus from where the guard is by now.
  useEffect(() => {
    if (url && isPlayer) player.current?.focus();
  }, [url, isPlayer]);

  return (
    <div className={styles.audio}>
      {isPlayer && url && (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a guard said
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
        {seconds !== null && <span className={styles.length}>{length(seconds)}</span>}
        {download && (
          <a href={toWire(previewMedia, { filename }).url} download={nameOf(about, filename)} onClick={plainClick(save)}>
            {download}
          </a>
        )}
      </div>
      <Status tone="danger">{problem}</Status>
    </div>
  );
}
