import { durationText } from '@portal/contracts/_kernel/formats';
import { usePortal } from '@portal/mf-kit/PortalContext';
import { useUnsavedInput } from '@portal/mf-kit/useUnsavedInput';
import { Button } from '@portal/ui/Button';
import { Icon } from '@portal/ui/Icon';
import { Status } from '@portal/ui/Status';
import { useEffect, useRef } from 'react';
import { canRecord } from './audioFile';
import { InputLevelMeter } from './InputLevelMeter';
import styles from './Recorder.module.css';
import { type RecorderOptions, useRecorder } from './useRecorder';

/** The remaining time is announced in the last seconds. */
const ANNOUNCED_SECONDS = 30;

export interface RecorderProps extends RecorderOptions {
  onBusy(isBusy: boolean): void;
  isFailing: boolean;
}

/** Shows one large button: Record, or while recording Stop, with Pause next to it. */
export function Recorder({ onBusy, isFailing, ...options }: RecorderProps) {
  const portal = usePortal();
  const { state, seconds, problem, stream, start, pause, resume, stop } = useRecorder({
    ...options,
    onDone: (file, recorded) => {
      portal.announce(`Recorded ${durationText(recorded)}. Listen to it before you send it.`);
      options.onDone(file, recorded);
    },
  });
  const isOn = state === 'recording' || state === 'paused' || state === 'stopping';
  const most = durationText(options.mostSeconds);
  useUnsavedInput(isOn, 'your recording');
  const latestOnBusy = useRef(onBusy);
  latestOnBusy.current = onBusy;
  useEffect(() => {
    if (!isOn) return;
    latestOnBusy.current(true);
    return () => latestOnBusy.current(false);
  }, [isOn]);

  if (!canRecord()) return <p className={styles.none}>This browser can’t record. Choose a file instead.</p>;
  return (
    <div className={styles.recorder} data-state={state} data-failing={isFailing || undefined}>
      {isOn && (
        <div className={styles.running}>
          <InputLevelMeter stream={stream} isHeard={state === 'recording'} />
          <p className={styles.time}>
            <strong>{durationText(seconds)}</strong> <span>{`of ${most}${state === 'paused' ? ', paused' : ''}`}</span>
          </p>
        </div>
      )}
      <div className={styles.buttons}>
        {!isOn && (
          <Button
            wide
            className={styles.record}
            data-focus-home=""
            icon={<Icon name="microphone" size={24} />}
            busy={state === 'asking'}
            busyText="Waiting for the microphone…"
            onClick={start}
          >
            Record
          </Button>
        )}
        {isOn && (
          <>
            <Button
              variant="danger"
              className={styles.record}
              data-focus-home=""
              icon={<Icon name="stop" size={24} />}
              busy={state === 'stopping'}
              onClick={stop}
            >
              Stop
            </Button>
            {state === 'recording' ? (
              <Button variant="secondary" className={styles.pause} icon={<Icon name="pause" size={24} />} onClick={pause}>
                Pause
              </Button>
            ) : (
              <Button
                variant="secondary"
                className={styles.pause}
                icon={<Icon name="microphone" size={24} />}
                disabled={state === 'stopping'}
                onClick={resume}
              >
                Resume
              </Button>
            )}
          </>
        )}
      </div>
      <Status tone={problem ? 'danger' : 'quiet'}>
        {problem ?? (isOn && seconds >= options.mostSeconds - ANNOUNCED_SECONDS && `It stops automatically at ${most}.`)}
      </Status>
    </div>
  );
}
