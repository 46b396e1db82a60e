import { length } from '@portal/contracts/_kernel/formats';
import { audioTypes } from '@portal/contracts/_kernel/upload';
import { lazyPart } from '@portal/mf-kit/lazyPart';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { Button } from '@portal/ui/Button';
import { FieldGroup } from '@portal/ui/Field';
import { Icon } from '@portal/ui/Icon';
import { Skeleton } from '@portal/ui/Skeleton';
import { sizeText } from '@portal/ui/sizeText';
import { useObjectUrl } from '@portal/ui/useObjectUrl';
import { useRef, useState } from 'react';
import styles from './AudioField.module.css';
import { durationOf, validateAudio } from './audioFile';

/** A file can be chosen until it is there. */
const Recorder = lazyPart(() => import(/* webpackChunkName: "recorder" */ './Recorder').then((file) => file.Recorder), {
  fallback: <Skeleton shape="card" label="Loading the recorder" />,
  failed: 'The recorder could not be loaded',
});

export interface Sound {
  file: File;
  /** How long it plays; null when nobody can tell here. */
  seconds: number | null;
}

export interface AudioFieldProps {
  id: string;
  error?: string | undefined;
  value: Sound | null;
  onChange(value: Sound | null): void;
  onPiece(piece: Blob): void;
  onBusy(isBusy: boolean): void;
  /** False: it is asked for only once it was seen. */
  isShown: boolean;
}

export const discarding = {
  title: 'Discard the recording?',
  body: 'It is only on this device, so you can’t get it back.',
  confirm: 'Discard',
  cancel: 'Keep it',
  danger: true,
} as const;

const replacing = {
  title: 'Replace the recording?',
  body: 'The file you chose replaces it. The recording is only on this device, so you can’t get it back.',
  confirm: 'Replace',
  cancel: 'Keep it',
  danger: true,
} as const;

function Playback({ sound, onDiscard }: { sound: Sound; onDiscard(): void }) {
  const url = useObjectUrl(sound.file);
  const { file, seconds } = sound;
  return (
    <div className={styles.playback}>
      {/* biome-ignore lint/a11y/useMediaCaption: what a guard has just said has no captions */}
      {url && <audio controls src={url} aria-label="Listen to the recording" className={styles.player} />}
      <p className={styles.facts} data-focus-home="">
        <span className={styles.name}>{file.name}</span>
        <span>{[seconds === null ? null : length(seconds), sizeText(file.size)].filter(Boolean).join(', ')}</span>
      </p>
      <Button small variant="quiet" onClick={onDiscard}>
        Discard the recording
      </Button>
    </div>
  );
}

/** A recording: made here, or a file instead; heard before it is sent. */
export function AudioField({ id, error, value, onChange, onPiece, onBusy, isShown }: AudioFieldProps) {
  const portal = usePortal();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRecording, setRecording] = useState(false);
  const [wasShown, setShown] = useState(isShown);
  if (isShown && !wasShown) setShown(true);
  // A file is looked at for a moment: what was recorded, chosen or discarded meanwhile is later than it.
  const turn = useRef(0);
  const take = (sound: Sound | null) => {
    turn.current += 1;
    setProblem(null);
    onChange(sound);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    turn.current += 1;
    const mine = turn.current;
    const wrong = await validateAudio(file);
    const seconds = wrong ? null : await durationOf(file);
    if (mine !== turn.current) return;
    setProblem(wrong);
    if (wrong || (value && !(await portal.confirm(replacing)))) return;
    if (mine === turn.current) take({ file, seconds });
  };
  const discard = async () => {
    if (await portal.confirm(discarding)) take(null);
  };
  return (
    <FieldGroup id={id} label="Recording" error={error}>
      <div className={styles.field}>
        {value && <Playback sound={value} onDiscard={discard} />}
        {!value && wasShown && (
          <Recorder
            onPiece={onPiece}
            onDone={(file, seconds) => take({ file, seconds })}
            onBusy={(isBusy) => {
              if (isBusy) turn.current += 1;
              setRecording(isBusy);
              onBusy(isBusy);
            }}
            isFailing={Boolean(error)}
          />
        )}
        {!isRecording && (
          <Button small variant="secondary" icon={<Icon name="upload" size={18} />} onClick={() => input.current?.click()}>
            {value ? 'Choose another file' : 'Choose a file instead'}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={['audio/*', ...audioTypes, '.m4a'].join()}
          tabIndex={-1}
          aria-hidden="true"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            void choose(file);
            event.target.value = '';
          }}
        />
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
      </div>
    </FieldGroup>
  );
}
