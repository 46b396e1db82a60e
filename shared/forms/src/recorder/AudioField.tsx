import { durationText } from '@portal/contracts/_kernel/formats';
import { limits } from '@portal/contracts/_kernel/limits';
import { audioMessages, audioTypes } from '@portal/contracts/_kernel/upload';
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
import { durationOf, type LongestSound, validateAudio } from './audioFile';

export const loadRecorder = () => import(/* webpackChunkName: "recorder" */ './Recorder').then((file) => file.Recorder);
/** While it loads, the guard can choose a file. */
const Recorder = lazyPart(loadRecorder, {
  fallback: <Skeleton shape="card" label="Loading the recorder" />,
  failed: 'The recorder could not be loaded',
});

export interface RecordedSound {
  file: File;
  /** The duration; null if the browser cannot tell it. */
  seconds: number | null;
}

export interface AudioFieldProps {
  id: string;
  error?: string | undefined;
  value: RecordedSound | null;
  onChange(value: RecordedSound | null): void;
  /** Receives each piece of a running recording, for a draft. */
  onPiece?: (piece: Blob) => void;
  onBusy(isBusy: boolean): void;
  /** While false, the recorder is not loaded unless it was shown before. */
  isShown: boolean;
  most?: LongestSound;
}

const tenMinutes: LongestSound = { seconds: limits.audioSeconds, tooLong: audioMessages.tooLong };
const ignorePiece = () => undefined;

export const discardQuestion = {
  title: 'Discard the recording?',
  body: 'It is only on this device, so you can’t get it back.',
  confirm: 'Discard',
  cancel: 'Keep it',
  danger: true,
} as const;

const replaceQuestion = {
  title: 'Replace the recording?',
  body: 'The file you chose replaces it. The recording is only on this device, so you can’t get it back.',
  confirm: 'Replace',
  cancel: 'Keep it',
  danger: true,
} as const;

function Playback({ sound, onDiscard }: { sound: RecordedSound; onDiscard(): void }) {
  const url = useObjectUrl(sound.file);
  const { file, seconds } = sound;
  return (
    <div className={styles.playback}>
      {/* biome-ignore lint/a11y/useMediaCaption: a new recording of a guard has no captions */}
      {url && <audio controls src={url} aria-label="Listen to the recording" className={styles.player} />}
      <p className={styles.facts} data-focus-home="">
        <span className={styles.name}>{file.name}</span>
        <span>{[seconds === null ? null : durationText(seconds), sizeText(file.size)].filter(Boolean).join(', ')}</span>
      </p>
      <Button small variant="quiet" onClick={onDiscard}>
        Discard the recording
      </Button>
    </div>
  );
}

/** A recording from the microphone or a file. The guard can listen to it before sending. */
export function AudioField({ id, error, value, onChange, onPiece = ignorePiece, onBusy, isShown, most = tenMinutes }: AudioFieldProps) {
  const portal = usePortal();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRecording, setRecording] = useState(false);
  const [wasShown, setShown] = useState(isShown);
  if (isShown && !wasShown) setShown(true);
  // Checking a file takes a moment. A recording, choice or discard in between is newer than that file.
  const generation = useRef(0);
  const accept = (sound: RecordedSound | null) => {
    generation.current += 1;
    setProblem(null);
    onChange(sound);
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    generation.current += 1;
    const current = generation.current;
    const refusal = await validateAudio(file, most);
    const seconds = refusal ? null : await durationOf(file);
    if (current !== generation.current) return;
    setProblem(refusal);
    if (refusal || (value && !(await portal.confirm(replaceQuestion)))) return;
    if (current === generation.current) accept({ file, seconds });
  };
  const discard = async () => {
    if (await portal.confirm(discardQuestion)) accept(null);
  };
  return (
    <FieldGroup id={id} label="Recording" error={error}>
      <div className={styles.field}>
        {value && <Playback sound={value} onDiscard={discard} />}
        {!value && wasShown && (
          <Recorder
            mostSeconds={most.seconds}
            onPiece={onPiece}
            onDone={(file, seconds) => accept({ file, seconds })}
            onBusy={(isBusy) => {
              if (isBusy) generation.current += 1;
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
